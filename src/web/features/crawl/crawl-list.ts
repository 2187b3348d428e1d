import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'

/** Running crawls first; otherwise keeps the order. */
export function runningFirst<Crawl extends Pick<CrawlSummary, 'status'>>(crawls: readonly Crawl[]): Crawl[] {
  return crawls.toSorted((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)))
}

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
