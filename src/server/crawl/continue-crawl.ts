/** "Continue crawl": fetches what the page limit, a stop or missing credits left unread. */
import { reasonsToOffer, type ContinueCrawl, type CrawlSummary, unfinishedReasons } from '#shared/crawl/crawls.ts'
import { clampCount } from '#shared/plans.ts'
import { assertOwnChat } from '#server/platform/db/ownership.ts'
import { reopenCrawl, type ReopenServices } from './schedule/reopen-crawl.ts'

/**
 * `maxPages` is the number of further pages, at most and by default what the plan still allows in this crawl; as many
 * credits are needed.
 * Addresses beyond the crawl's depth stay unread unless `urls` names them: then exactly `urls` are fetched. Throws as
 * reopenCrawl does, and 'chat.not-found'.
 */
export async function continueCrawl(
  services: ReopenServices,
  { userId, crawlId, maxPages, urls, chatId }: ContinueCrawl & { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  if (chatId) await assertOwnChat(services.db, { userId, chatId })
  const chat = chatId ? { chatId } : {}
  if (urls) {
    return reopenCrawl(services, {
      userId,
      crawlId,
      ...chat,
      reasons: reasonsToOffer,
      urls,
      seeds: false,
      allowance: Math.min,
      limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
    })
  }
  return reopenCrawl(services, {
    userId,
    crawlId,
    ...chat,
    reasons: unfinishedReasons,
    seeds: true,
    allowance: (_reopened, planLeft) => (maxPages === undefined ? planLeft : clampCount(maxPages, planLeft)),
    limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
  })
}
