import type { Progress } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'

/** A crawl's progress at a time: `crawled` pages at `at` (ms since the epoch). */
export type ProgressSample = { at: number; crawled: number }

/** The pace is that of the latest pages, since a site's speed changes. */
const MAX_SAMPLES = 12

/** Adds a sample if the crawl has progressed; starts over if the page count has dropped. */
export function addSample(samples: readonly ProgressSample[], now: ProgressSample): readonly ProgressSample[] {
  const last = samples.at(-1)
  if (!last || now.crawled < last.crawled) return [now]
  if (now.crawled === last.crawled) return samples
  return [...samples, now].slice(-MAX_SAMPLES)
}

type Running = {
  progress: Pick<Progress, 'pagesCrawled' | 'pagesFound'>
  maxPages: number
  /** Minimum delay between two pages. */
  pauseMs: number
  /** ISO 8601; null while queued. */
  startedAt: string | null
}

/**
 * Milliseconds until `min(maxPages, pagesFound)` pages are crawled, by the pace of the samples, or since the start
 * without samples. Null while the pace is unknown.
 */
export function timeLeftMs(crawl: Running, samples: readonly ProgressSample[], now: number): number | null {
  const { pagesCrawled, pagesFound } = crawl.progress
  const remaining = Math.max(0, Math.min(crawl.maxPages, pagesFound) - pagesCrawled)
  const [first] = samples
  const since: ProgressSample | null =
    first && first.crawled < pagesCrawled
      ? first
      : crawl.startedAt
        ? { at: Date.parse(crawl.startedAt), crawled: 0 }
        : null
  if (!since || pagesCrawled === since.crawled) return null
  const pace = Math.max(0, now - since.at) / (pagesCrawled - since.crawled)
  return remaining * Math.max(pace, crawl.pauseMs)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** "about 3 minutes left"; rounded so that the text does not change with every page. */
export function timeLeftText(ms: number): string {
  if (ms < MINUTE_MS) return t('crawl.lessThanMinuteLeft')
  if (ms < 59.5 * MINUTE_MS) {
    return t('crawl.minutesLeft', { n: roundCoarsely(ms / MINUTE_MS) })
  }
  return t('crawl.hoursLeft', { n: roundCoarsely(ms / HOUR_MS) })
}

/** Rounds to integers below ten, to multiples of five above. */
const roundCoarsely = (number: number) => (number < 10 ? Math.max(1, Math.round(number)) : 5 * Math.round(number / 5))
