import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'

/** Running crawls first; otherwise keeps the order. */
export function runningFirst<Crawl extends Pick<CrawlSummary, 'status'>>(crawls: readonly Crawl[]): Crawl[] {
  return crawls.toSorted((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)))
}

/** The state of a crawl: "Stopped, 1 page kept". */
export function statusText({ status, progress }: Pick<CrawlSummary, 'status' | 'progress'>): string {
  const n = progress.pagesCrawled
  switch (status) {
    case 'queued':
      return t('crawl.queued')
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
