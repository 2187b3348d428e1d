/** How crawls stand in a list. */
import { isRunning } from '#shared/crawls.ts'
import type { CrawlSummary } from '#shared/crawls.ts'
import { t } from '#web/languages/t.ts'

/** The running ones first, each kind in the order it came. */
export function runningFirst<Crawl extends Pick<CrawlSummary, 'status'>>(crawls: readonly Crawl[]): Crawl[] {
  return crawls.toSorted((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)))
}

/** Its state in a few words. */
export function statusWords({ status, progress }: Pick<CrawlSummary, 'status' | 'progress'>): string {
  const n = progress.pagesCrawled
  switch (status) {
    case 'queued':
      return t('In the queue')
    case 'crawling':
      return t('Crawling, {n, plural, one {# page} other {# pages}} so far', { n })
    case 'stopped':
      return t('Stopped, {n, plural, one {# page} other {# pages}} kept', { n })
    case 'failed':
      return t('Failed')
    case 'finished':
      return t('{n, plural, one {# page} other {# pages}}', { n })
  }
}
