/** How a crawl ended, and what could be done next. */
import { failedReasons, isRunning, unfinishedReasons } from '#shared/crawls.ts'
import type { CrawlSummary, SkipReason } from '#shared/crawls.ts'
import { errorMessage } from '#shared/errors.ts'
import { count } from '#web/ui/count.ts'
import { hostOf } from './crawl-host.ts'

type Counted = { skippedByReason: Partial<Record<SkipReason, number>> }

/** Addresses that only ran out of pages, time or credits: "Continue this crawl" reads on with them. */
export const waitingAddresses = ({ skippedByReason }: Counted) => sum(skippedByReason, unfinishedReasons)

/** Addresses that failed: "Retry failed only" tries them again. */
export const failedAddresses = ({ skippedByReason }: Counted) => sum(skippedByReason, failedReasons)

export type CrawlEnd = { tone: 'info' | 'warning' | 'danger'; words: string; outOfCredits: boolean }

/** In a sentence; the words of SPEC section 8 where it lists them. */
export function describeEnd(crawl: Pick<CrawlSummary, 'status' | 'error' | 'url' | 'progress'>): CrawlEnd {
  const { status, error } = crawl
  const pages = count(crawl.progress.pagesCrawled, 'page')
  if (status === 'stopped' && (!error || error.code === 'crawl.stopped')) {
    const kept = crawl.progress.pagesCrawled > 0 ? `${pages} kept.` : 'No page had been read yet.'
    return { tone: 'warning', words: `${errorMessage('crawl.stopped')}. ${kept}`, outOfCredits: false }
  }
  if (error || status === 'failed') {
    const words = error?.message || errorMessage('crawl.failed')
    return { tone: 'danger', words, outOfCredits: words.includes('Insufficient credits') }
  }
  return { tone: 'info', words: `${pages} read from ${hostOf(crawl.url)}.`, outOfCredits: false }
}

/** The tab's title while a crawl is on the screen; "" when it says nothing beyond the screen's own. */
export function crawlTitle(crawl: Pick<CrawlSummary, 'status' | 'error' | 'url' | 'progress' | 'maxPages'>): string {
  const host = hostOf(crawl.url)
  const { pagesCrawled, pagesFound } = crawl.progress
  if (isRunning(crawl.status)) return `(${pagesCrawled}/${Math.min(crawl.maxPages, pagesFound)}) Crawling ${host}`
  if (crawl.status === 'finished') return `✓ ${count(pagesCrawled, 'page')} read from ${host}`
  return crawl.status === 'stopped' ? `Stopped: ${host}` : `Crawl failed: ${host}`
}

function sum(counts: Counted['skippedByReason'], reasons: readonly SkipReason[]): number {
  return reasons.reduce((all, reason) => all + (counts[reason] ?? 0), 0)
}
