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
  const mayHaveUnsaved = offerUnsaved && crawls.length > 0
  const { data = [], isPending } = useQuery({ ...unsavedChatsQuery, enabled: mayHaveUnsaved })
  // Wait for both, so that one list does not split into two.
  if (mayHaveUnsaved && isPending) return null
  const unsavedById = new Map(offerUnsaved ? data.map((each) => [each.crawlId, each]) : [])
  const unsavedCrawls = crawls.filter(({ id }) => unsavedById.has(id))
  const otherCrawls = crawls.filter(({ id }) => !unsavedById.has(id))
  return (
    <>
      {unsavedCrawls.length > 0 && (
        <RecentCrawls
          title={t('crawl.notSaved')}
          crawls={unsavedCrawls}
          factsOf={({ id }) => {
            const { selectedPages = 0, messages = 0 } = unsavedById.get(id) ?? {}
            return [
              selectedPages > 0 && t('crawl.selectedCount', { n: selectedPages }),
              messages > 0 && t('common.messageCount', { n: messages }),
            ].filter((fact) => fact !== false)
          }}
        />
      )}
      {otherCrawls.length > 0 && <RecentCrawls crawls={otherCrawls} />}
      {children}
    </>
  )
}
