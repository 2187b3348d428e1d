import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'

/** Running crawls first; otherwise keeps the order. */
export function runningFirst<Crawl extends Pick<CrawlSummary, 'status'>>(crawls: readonly Crawl[]): Crawl[] {
  return crawls.toSorted((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)))
}

/**
 * A running crawl whose number of pages is that of its list: events bring the progress before the list is loaded again,
 * and the screen should not show both.
 */
export function withListedCount<Crawl extends Pick<CrawlOnScreen, 'status' | 'progress' | 'pages'>>(
  crawl: Crawl,
): Crawl {
  if (!isRunning(crawl.status)) return crawl
  return { ...crawl, progress: { ...crawl.progress, pagesCrawled: crawl.pages.length } }
}

/** How many pages a running crawl will have, as far as is known. */
export const expectedPages = ({ maxPages, progress }: Pick<CrawlSummary, 'maxPages' | 'progress'>) =>
  Math.max(progress.pagesCrawled, Math.min(maxPages, progress.pagesFound))

type CrawlState = Pick<CrawlSummary, 'status' | 'progress' | 'waiting' | 'queuePlace'>

/** The state of a crawl: "Stopped, 1 page kept". */
export function statusText({ status, progress, waiting, queuePlace }: CrawlState): string {
  const n = progress.pagesCrawled
  switch (status) {
    case 'queued':
      // Until its first page is stored, also while that page is fetched or waits for a retry.
      return queuePlace && !waiting ? t('crawl.queued') : t('crawl.statusRunning', { n })
    case 'crawling':
      return t('crawl.statusRunning', { n })
    case 'stopped':
      return t('crawl.statusStopped', { n })
    case 'failed':
      return t('common.failed')
    case 'finished':
      return t('common.pageCount', { n })
  }
}
