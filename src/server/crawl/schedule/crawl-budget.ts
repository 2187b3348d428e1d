/**
 * What a crawl may request and remember. Pages that are not stored cost no credit, so without these limits a site whose
 * pages repeat would keep a small crawl going without end.
 */
import { and, eq } from 'drizzle-orm'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { frontier } from '#server/platform/db/schema/index.ts'
import type { RequestBudget } from '#server/fetching/reader.ts'
import type { CrawlRow, CrawlRun } from './crawl-step.ts'

/** The requests for one page: the first and five redirects (FETCH_LIMITS). */
export const REQUESTS_PER_PAGE = 6

const REQUESTS_FOR_EACH_PAGE = 3
/** Beyond those for the pages: for sitemaps and robots.txt. */
const EXTRA_REQUESTS = 50
const ADDRESS_LIMIT = { perPage: 100, more: 5_000 }
/** From one duplicate in so many requests, the site repeats itself. */
const REQUESTS_PER_DUPLICATE = 3

/** Counts the requests of the crawl while it is leased: at most 3 for each page of the page limit, and 50. */
export function requestsOf(run: Pick<CrawlRun, 'requests'>, { requestCount, maxPages }: CrawlRow) {
  return (run.requests ??= openRequestBudget(REQUESTS_FOR_EACH_PAGE * maxPages + EXTRA_REQUESTS, requestCount))
}

function openRequestBudget(limit: number, count: number): NonNullable<CrawlRun['requests']> {
  let used = count
  const left = () => limit - used
  return { left, take: () => left() > 0 && used++ >= 0, used: () => used }
}

/** Lets sitemaps use what pages do not need. */
export function indexBudget(requests: RequestBudget): RequestBudget {
  const kept = Math.max(0, requests.left() - EXTRA_REQUESTS)
  const left = () => requests.left() - kept
  return { left, take: () => left() > 0 && requests.take() }
}

/** The request count of a crawl that is reopened: it may send three requests for each further page, and 50 more. */
export function requestCountAfter({ pagesCrawled }: Pick<CrawlRow, 'pagesCrawled'>): number {
  return REQUESTS_FOR_EACH_PAGE * pagesCrawled
}

/** How many more addresses fit in the frontier of a crawl. */
export function addressRoom({ addressCount, maxPages }: Pick<CrawlRow, 'addressCount' | 'maxPages'>): number {
  return Math.max(0, ADDRESS_LIMIT.more + ADDRESS_LIMIT.perPage * maxPages - addressCount)
}

/**
 * Why a crawl at its request limit ends: the site repeats itself when at least every third request that was not for a
 * stored page led to a duplicate.
 */
export async function reasonToStop(db: Db, crawl: CrawlRow): Promise<Extract<SkipReason, 'repeats' | 'few-pages'>> {
  const isDuplicate = and(
    eq(frontier.crawlId, crawl.id),
    eq(frontier.state, 'skipped'),
    eq(frontier.reason, 'duplicate'),
  )
  const duplicates = await db.$count(frontier, isDuplicate)
  const requests = crawl.requestCount - requestCountAfter(crawl)
  return duplicates * REQUESTS_PER_DUPLICATE >= requests ? 'repeats' : 'few-pages'
}
