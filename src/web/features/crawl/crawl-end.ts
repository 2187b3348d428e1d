/** How a crawl ended, and what could be done next. */
import { failedReasons, isRunning, unfinishedReasons } from '#shared/crawls.ts'
import type { CrawlSummary, SkipReason } from '#shared/crawls.ts'
import { errorWords, saidWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
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
  const n = crawl.progress.pagesCrawled
  if (status === 'stopped' && (!error || error.code === 'crawl.stopped')) {
    const kept = n > 0 ? t('{n, plural, one {# page} other {# pages}} kept.', { n }) : t('No page had been read yet.')
    return { tone: 'warning', words: `${errorWords('crawl.stopped')}. ${kept}`, outOfCredits: false }
  }
  if (error || status === 'failed') {
    const words = error?.message ? saidWords(error.code, error.message) : errorWords('crawl.failed')
    return { tone: 'danger', words, outOfCredits: endedWithoutCredits(crawl) }
  }
  const words = t('{n, plural, one {# page} other {# pages}} read from {host}.', { n, host: hostOf(crawl.url) })
  return { tone: 'info', words, outOfCredits: false }
}

/** Whether it ended for want of credits, also in the middle. */
export const endedWithoutCredits = ({ error }: Pick<CrawlSummary, 'error'>) =>
  error?.message.includes('Insufficient credits') ?? false

/** The tab's title while a crawl is on the screen; "" when it says nothing beyond the screen's own. */
export function crawlTitle(crawl: Pick<CrawlSummary, 'status' | 'error' | 'url' | 'progress' | 'maxPages'>): string {
  const host = hostOf(crawl.url)
  const { pagesCrawled, pagesFound } = crawl.progress
  if (isRunning(crawl.status)) {
    return t('({pagesCrawled}/{pages}) Crawling {host}', { pagesCrawled, pages: Math.min(crawl.maxPages, pagesFound), host })
  }
  if (crawl.status === 'finished') {
    return t('✓ {n, plural, one {# page} other {# pages}} read from {host}', { n: pagesCrawled, host })
  }
  return crawl.status === 'stopped' ? t('Stopped: {host}', { host }) : t('Crawl failed: {host}', { host })
}

function sum(counts: Counted['skippedByReason'], reasons: readonly SkipReason[]): number {
  return reasons.reduce((all, reason) => all + (counts[reason] ?? 0), 0)
}
