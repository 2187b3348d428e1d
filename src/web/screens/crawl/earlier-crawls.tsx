import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { RecentCrawls } from '#web/features/crawl/recent-crawls.tsx'
import { UnsavedCrawls } from '#web/features/crawl/unsaved-crawls.tsx'
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
  const unsaved = offerUnsaved ? data : []
  const unsavedIds = new Set(unsaved.map(({ crawlId }) => crawlId))
  const otherCrawls = crawls.filter(({ id }) => !unsavedIds.has(id))
  return (
    <>
      <UnsavedCrawls crawls={crawls} unsaved={unsaved} />
      {otherCrawls.length > 0 && <RecentCrawls crawls={otherCrawls} />}
      {children}
    </>
  )
}
