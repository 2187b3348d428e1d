/** How crawls stand in a list. */
import { isRunning } from '#shared/crawls.ts'
import type { CrawlSummary } from '#shared/crawls.ts'
import { count } from '#web/ui/count.ts'

/** The running ones first, each kind in the order it came. */
export function runningFirst<Crawl extends Pick<CrawlSummary, 'status'>>(crawls: readonly Crawl[]): Crawl[] {
  return crawls.toSorted((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)))
}

/** Its state in a few words. */
export function statusWords({ status, progress }: Pick<CrawlSummary, 'status' | 'progress'>): string {
  const pages = count(progress.pagesCrawled, 'page')
  switch (status) {
    case 'queued':
      return 'In the queue'
    case 'crawling':
      return `Crawling, ${pages} so far`
    case 'stopped':
      return `Stopped, ${pages} kept`
    case 'failed':
      return 'Failed'
    case 'finished':
      return pages
  }
}
