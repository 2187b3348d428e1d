import type { CrawlRow } from './crawl-step.ts'

/** Milliseconds between two of a kind. */
const INTERVAL_MS = { progress: 150, analysis: 1_000 }
/** The first pages are never throttled: the user who started the crawl is watching. */
const UNTHROTTLED_PAGES = 5

/** Limits how often a crawl that never waits publishes its progress and enqueues analysis jobs. */
export type Throttle = {
  isDue(kind: keyof typeof INTERVAL_MS, crawl: Pick<CrawlRow, 'pagesCrawled'>, waitMs: number): boolean
  markSent(kind: keyof typeof INTERVAL_MS): void
}

export function createThrottle(): Throttle {
  const sentAt = { progress: -Infinity, analysis: -Infinity }
  return {
    isDue(kind, { pagesCrawled }, waitMs) {
      const isThrottled = waitMs === 0 && pagesCrawled >= UNTHROTTLED_PAGES
      return !isThrottled || performance.now() - sentAt[kind] >= INTERVAL_MS[kind]
    },
    markSent(kind) {
      sentAt[kind] = performance.now()
    },
  }
}
