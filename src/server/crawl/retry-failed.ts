/** "Retry failed only": the addresses that failed, rather than were left out by a rule, are tried again from the start. */
import { type CrawlSummary, failedReasons } from '#shared/crawls.ts'
import type { Db } from '#server/db/database.ts'
import type { CrawlRoom } from './limit-crawls.ts'
import { wakeCrawl } from './wake-crawl.ts'

/**
 * Where the page limit leaves no room for them it is raised, by the plan's allowance at most; as many credits are
 * needed as pages are tried. Throws as wakeCrawl does.
 */
export async function retryFailed(
  services: CrawlRoom & { db: Db },
  { userId, crawlId }: { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  return wakeCrawl(services, {
    userId,
    crawlId,
    reasons: failedReasons,
    seeds: false,
    allowance: Math.min,
    limit: (crawl, allowance) => Math.max(crawl.maxPages, crawl.pagesCrawled + allowance),
  })
}
