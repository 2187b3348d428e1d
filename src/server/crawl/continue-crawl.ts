/** "Continue this crawl": reads on what the page limit, a stop or missing credits left unread. */
import { type ContinueCrawl, type CrawlSummary, unfinishedReasons } from '#shared/crawls.ts'
import { clampCount } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { wakeCrawl } from './wake-crawl.ts'

/**
 * `maxPages` is how many further pages are wished, the plan's allowance at most and when nothing is said; that many
 * credits are needed, as before a crawl. What is deeper than the crawl's depth stays unread. Throws as wakeCrawl does.
 */
export async function continueCrawl(
  services: { db: Db },
  { userId, crawlId, maxPages }: ContinueCrawl & { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  return wakeCrawl(services, {
    userId,
    crawlId,
    reasons: unfinishedReasons,
    seeds: true,
    allowance: (_wakened, planMaxPages) => (maxPages === undefined ? planMaxPages : clampCount(maxPages, planMaxPages)),
    limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
  })
}
