/** "Retry failed": fetches the addresses again that failed and may load now, with all attempts; others stay skipped. */
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { isRetryable } from './links/frontier.ts'
import { reopenCrawl, type ReopenServices } from './schedule/reopen-crawl.ts'

/**
 * Raises the page limit when it is too low for them, at most to the plan's; as many credits are needed as
 * pages are retried. Throws as reopenCrawl does.
 */
export async function retryFailed(
  services: ReopenServices,
  { userId, crawlId }: { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  return reopenCrawl(services, {
    userId,
    crawlId,
    which: isRetryable,
    seeds: false,
    allowance: (reopened, planLeft) => Math.min(reopened, planLeft),
    limit: (crawl, allowance) => Math.max(crawl.maxPages, crawl.pagesCrawled + allowance),
  })
}
