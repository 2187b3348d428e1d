/**
 * What a crawl may request and remember. Pages that are not stored cost no credit, so without these limits a site whose
 * pages repeat would keep a small crawl going without end.
 */
import { and, eq } from 'drizzle-orm'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { frontier } from '#server/platform/db/schema/index.ts'
import type { CrawlRow } from './crawl-step.ts'

/** The requests for one page: the first and five redirects (FETCH_LIMITS). */
export const REQUESTS_PER_PAGE = 6

/** The part without page limit lets also a small crawl pass redirects and duplicates. */
const REQUEST_LIMIT = { perPage: 3, more: 50 }
const ADDRESS_LIMIT = { perPage: 100, more: 5_000 }
/** From one duplicate in so many requests, the site repeats itself. */
const REQUESTS_PER_DUPLICATE = 3

/** True when the next page could exceed the limit of requests. */
export function isRequestLimitReached({ requestCount, maxPages }: Pick<CrawlRow, 'requestCount' | 'maxPages'>) {
  return requestCount + REQUESTS_PER_PAGE > REQUEST_LIMIT.perPage * maxPages + REQUEST_LIMIT.more
}

/** How many more addresses fit in the frontier of a crawl. */
export function addressRoom({ addressCount, maxPages }: Pick<CrawlRow, 'addressCount' | 'maxPages'>): number {
  return Math.max(0, ADDRESS_LIMIT.more + ADDRESS_LIMIT.perPage * maxPages - addressCount)
}

/** Why a crawl at its request limit ends. */
export async function reasonToStop(db: Db, crawl: CrawlRow): Promise<Extract<SkipReason, 'repeats' | 'few-pages'>> {
  const isDuplicate = and(
    eq(frontier.crawlId, crawl.id),
    eq(frontier.state, 'skipped'),
    eq(frontier.reason, 'duplicate'),
  )
  const duplicates = await db.$count(frontier, isDuplicate)
  return duplicates * REQUESTS_PER_DUPLICATE >= crawl.requestCount ? 'repeats' : 'few-pages'
}
