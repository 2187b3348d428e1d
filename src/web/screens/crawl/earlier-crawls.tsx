import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { RecentCrawls } from '#web/features/crawl/recent-crawls.tsx'
import { t } from '#web/messages/t.ts'
import { unsavedChatsQuery } from '#web/queries/unsaved.ts'

type EarlierCrawlsProps = {
  crawls: CrawlSummary[]
  /** Whether unsaved work is listed separately; not for a chat, which has its own. */
  offerUnsaved: boolean
  /** Rendered below, after this list has loaded. */
  children?: ReactNode
}

/** Earlier crawls: first those with unsaved selections or messages, then the others. */
export function EarlierCrawls({ crawls, offerUnsaved, children }: EarlierCrawlsProps) {
  const asked = offerUnsaved && crawls.length > 0
  const { data = [], isPending } = useQuery({ ...unsavedChatsQuery, enabled: asked })
  // Wait for both, so that one list does not split into two.
  if (asked && isPending) return null
  const unsaved = new Map(offerUnsaved ? data.map((each) => [each.crawlId, each]) : [])
  const apart = crawls.filter(({ id }) => unsaved.has(id))
  const others = crawls.filter(({ id }) => !unsaved.has(id))
  return (
    <>
      {apart.length > 0 && (
        <RecentCrawls
          title={t('crawl.notSaved')}
          crawls={apart}
          factsOf={({ id }) => {
            const { selectedPages = 0, messages = 0 } = unsaved.get(id) ?? {}
            return [
              selectedPages > 0 && t('crawl.selectedCount', { n: selectedPages }),
              messages > 0 && t('common.messageCount', { n: messages }),
            ].filter((fact) => fact !== false)
          }}
        />
      )}
      {others.length > 0 && <RecentCrawls crawls={others} />}
      {children}
    </>
  )
}
