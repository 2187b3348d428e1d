/** How long a running crawl will still take, from its pace so far. */
import type { Progress } from '#shared/crawls.ts'
import { t } from '#web/languages/t.ts'

/** What the screen has seen of a running crawl: at `at` (ms), `crawled` pages had been read. */
export type Sighting = { at: number; crawled: number }

/** A pace is that of the last pages, since a site may become slower or faster. */
const SIGHTINGS_KEPT = 12

/** Notes how far the crawl is; only steps forward count. A crawl that begins anew forgets its old pace. */
export function noteSighting(seen: readonly Sighting[], now: Sighting): readonly Sighting[] {
  const last = seen.at(-1)
  if (!last || now.crawled < last.crawled) return [now]
  if (now.crawled === last.crawled) return seen
  return [...seen, now].slice(-SIGHTINGS_KEPT)
}

type Running = {
  progress: Pick<Progress, 'pagesCrawled' | 'pagesFound'>
  maxPages: number
  /** At least so many ms lie between two pages. */
  pauseMs: number
  /** ISO; null while it is queued. */
  startedAt: string | null
}

/**
 * Milliseconds until `min(maxPages, found)` pages have been read, from the pages seen being read, or since the start
 * while none was. Null as long as there is no pace to go by.
 */
export function timeLeftMs(crawl: Running, seen: readonly Sighting[], now: number): number | null {
  const { pagesCrawled, pagesFound } = crawl.progress
  const remaining = Math.max(0, Math.min(crawl.maxPages, pagesFound) - pagesCrawled)
  const [first] = seen
  const since: Sighting | null =
    first && first.crawled < pagesCrawled
      ? first
      : crawl.startedAt
        ? { at: Date.parse(crawl.startedAt), crawled: 0 }
        : null
  if (!since || pagesCrawled === since.crawled) return null
  const pace = Math.max(0, now - since.at) / (pagesCrawled - since.crawled)
  return remaining * Math.max(pace, crawl.pauseMs)
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** "about 3 minutes left", in steps so coarse that the words do not change from page to page. */
export function timeLeftWords(ms: number): string {
  if (ms < MINUTE) return t('less than a minute left')
  if (ms < 59.5 * MINUTE) {
    return t('about {n, plural, one {# minute} other {# minutes}} left', { n: coarse(ms / MINUTE) })
  }
  return t('about {n, plural, one {# hour} other {# hours}} left', { n: coarse(ms / HOUR) })
}

/** Whole up to ten, then fives. */
const coarse = (number: number) => (number < 10 ? Math.max(1, Math.round(number)) : 5 * Math.round(number / 5))
