import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CrawlSummary } from '#shared/crawls.ts'
import { RecentCrawls } from '#web/features/crawl/recent-crawls.tsx'
import { t } from '#web/languages/t.ts'
import { unsavedChatsQuery } from '#web/queries/unsaved.ts'

type EarlierCrawlsProps = {
  crawls: CrawlSummary[]
  /** Whether work that is not saved yet stands apart; not beside a chat, which has its own. */
  offerUnsaved: boolean
  /** What stands below, once it is known what stands above it. */
  children?: ReactNode
}

/** What to go back to: first what somebody selected or asked and did not save, then all other crawls. */
export function EarlierCrawls({ crawls, offerUnsaved, children }: EarlierCrawlsProps) {
  const asked = offerUnsaved && crawls.length > 0
  const { data = [], isPending } = useQuery({ ...unsavedChatsQuery, enabled: asked })
  // Not one list that falls apart into two a moment later.
  if (asked && isPending) return null
  const unsaved = new Map(offerUnsaved ? data.map((each) => [each.crawlId, each]) : [])
  const apart = crawls.filter(({ id }) => unsaved.has(id))
  const others = crawls.filter(({ id }) => !unsaved.has(id))
  return (
    <>
      {apart.length > 0 && (
        <RecentCrawls
          title={t('Not saved yet')}
          crawls={apart}
          more={({ id }) => {
            const { selectedPages = 0, messages = 0 } = unsaved.get(id) ?? {}
            return [
              selectedPages && t('{n, number} selected', { n: selectedPages }),
              messages && t('{n, plural, one {# message} other {# messages}}', { n: messages }),
            ]
          }}
        />
      )}
      {others.length > 0 && <RecentCrawls crawls={others} />}
      {children}
    </>
  )
}
