import { isRunning, unfinishedReasons } from '#shared/crawl/crawls.ts'
import type { CrawlSummary, SkipReason } from '#shared/crawl/crawls.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { errorText, failureMessage } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { hostOf } from '#web/ui/address-parts.ts'
import { expectedPages } from './crawl-list.ts'

type SkipCounts = { skippedByReason: Partial<Record<SkipReason, number>> }

/** Addresses left over when pages, time or credits ran out; "Continue crawl" crawls them. */
export const unfinishedCount = ({ skippedByReason }: SkipCounts) => sum(skippedByReason, unfinishedReasons)

/**
 * How many pages the plan still allows in this crawl, and at most how many a continuation fetches: the rest of the
 * crawl's own limit, or those waiting once it is reached, as far as plan and balance allow. `isFree`: the pages cost no
 * credits.
 */
export function continuation(
  crawl: SkipCounts & Pick<CrawlSummary, 'progress' | 'maxPages'>,
  credits: { tier: Tier; credits_count: number } | null,
  isFree: boolean,
): { planLeft: number; most: number } {
  const allowed = plans[credits?.tier ?? 'free'].maxPagesPerCrawl
  const planLeft = Math.max(0, allowed - crawl.progress.pagesCrawled)
  const balance = isFree || !credits ? Infinity : credits.credits_count
  const ownLeft = crawl.maxPages - crawl.progress.pagesCrawled
  return { planLeft, most: Math.min(ownLeft > 0 ? ownLeft : unfinishedCount(crawl), planLeft, balance) }
}

/** Whether the crawl is of this server's own manual, which is free. */
export const isManual = (url: string, manualUrl: string | undefined) =>
  manualUrl !== undefined && (url === manualUrl || url.startsWith(`${manualUrl}/`))

export type CrawlEnd = { tone: 'info' | 'warning' | 'danger'; message: string; outOfCredits: boolean }

/** The end of a crawl in a sentence; texts as in the specification, section 8. */
export function describeEnd(crawl: Pick<CrawlSummary, 'status' | 'error' | 'url' | 'progress'>): CrawlEnd {
  const { status, error } = crawl
  const n = crawl.progress.pagesCrawled
  const stop = error?.code ?? 'crawl.stopped'
  if (status === 'stopped' && (stop === 'crawl.stopped' || stop === 'crawl.stopped-by-administrator')) {
    const keptPages = n > 0 ? t('crawl.pagesKept', { n }) : t('crawl.noPagesRead')
    return { tone: 'warning', message: `${errorText(stop)}. ${keptPages}`, outOfCredits: false }
  }
  if (error && status === 'finished') {
    const message = `${t('crawl.pagesRead', { n, host: hostOf(crawl.url) })} ${failureMessage(error)}.`
    return { tone: 'warning', message, outOfCredits: false }
  }
  if (error || status === 'failed') {
    const message = error?.message ? failureMessage(error) : errorText('crawl.failed')
    return { tone: 'danger', message, outOfCredits: endedWithoutCredits(crawl) }
  }
  const message = t('crawl.pagesRead', { n, host: hostOf(crawl.url) })
  return { tone: 'info', message, outOfCredits: false }
}

/** Whether the crawl ended because credits ran out. */
export const endedWithoutCredits = ({ error }: Pick<CrawlSummary, 'error'>) =>
  error?.code === 'credits.insufficient' || error?.code === 'credits.ran-out'

/** The tab's title for the crawl on the screen. */
export function crawlTitle(crawl: Pick<CrawlSummary, 'status' | 'error' | 'url' | 'progress' | 'maxPages'>): string {
  const host = hostOf(crawl.url)
  const { pagesCrawled } = crawl.progress
  if (isRunning(crawl.status)) {
    return t('crawl.tabRunning', { pagesCrawled, pages: expectedPages(crawl), host })
  }
  if (crawl.status === 'finished') {
    return t('crawl.tabFinished', { n: pagesCrawled, host })
  }
  return crawl.status === 'stopped' ? t('crawl.tabStopped', { host }) : t('crawl.tabFailed', { host })
}

function sum(counts: SkipCounts['skippedByReason'], reasons: readonly SkipReason[]): number {
  return reasons.reduce((total, reason) => total + (counts[reason] ?? 0), 0)
}
