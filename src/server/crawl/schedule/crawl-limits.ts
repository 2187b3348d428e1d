/**
 * What a crawl may request and remember. Pages that are not stored cost no credit, so without these limits a site whose
 * pages repeat would keep a small crawl going without end.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { frontier } from '#server/platform/db/schema/index.ts'
import type { CrawlRow } from './crawl-step.ts'

/** The requests for one page: the first and five redirects (FETCH_LIMITS). */
export const REQUESTS_PER_PAGE = 6

/** True when the next page could exceed the limit: 3 requests per page of the page limit, and 50. */
export function isRequestLimitReached({ requestCount, maxPages }: Pick<CrawlRow, 'requestCount' | 'maxPages'>) {
  return requestCount + REQUESTS_PER_PAGE > 3 * maxPages + 50
}

/** How many more addresses fit in the frontier of a crawl. */
export function addressRoom({ addressCount, maxPages }: Pick<CrawlRow, 'addressCount' | 'maxPages'>): number {
  return Math.max(0, 5_000 + 100 * maxPages - addressCount)
}

/** Why a crawl at its request limit ends: with at least one duplicate in three requests, the site repeats itself. */
export async function reasonToStop(db: Db, crawl: CrawlRow): Promise<Extract<SkipReason, 'repeats' | 'few-pages'>> {
  const isDuplicate = and(
    eq(frontier.crawlId, crawl.id),
    eq(frontier.state, 'skipped'),
    eq(frontier.reason, 'duplicate'),
  )
  const [{ duplicates } = { duplicates: 0 }] = await db
    .select({ duplicates: sql<number>`count(*)::int` })
    .from(frontier)
    .where(isDuplicate)
  return 3 * duplicates >= crawl.requestCount ? 'repeats' : 'few-pages'
}
