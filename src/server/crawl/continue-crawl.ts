/** "Continue crawl": fetches what the page limit, a stop or missing credits left unread. */
import { inArray } from 'drizzle-orm'
import { reasonsToOffer, type ContinueCrawl, type CrawlSummary, unfinishedReasons } from '#shared/crawl/crawls.ts'
import { clampCount } from '#shared/plans.ts'
import { assertOwnChat } from '#server/platform/db/ownership.ts'
import { frontier } from '#server/platform/db/schema/index.ts'
import { reopenCrawl, type ReopenServices } from './schedule/reopen-crawl.ts'

/**
 * `maxPages` is the number of further pages, at most what the plan still allows in this crawl; as many credits are
 * needed. By default the crawl continues up to its own page limit, or up to the plan's once it has reached its own.
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
      which: inArray(frontier.reason, [...reasonsToOffer]),
      urls,
      seeds: false,
      allowance: (reopened, planLeft) => Math.min(reopened, planLeft),
      limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
    })
  }
  return reopenCrawl(services, {
    userId,
    crawlId,
    ...chat,
    which: inArray(frontier.reason, [...unfinishedReasons]),
    seeds: true,
    allowance: (_reopened, planLeft, crawl) =>
      maxPages === undefined ? ownLeft(crawl, planLeft) : clampCount(maxPages, planLeft),
    limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
  })
}

/** A crawl that was stopped or ran out of credits keeps the page limit that the user chose. */
const ownLeft = (crawl: { maxPages: number; pagesCrawled: number }, planLeft: number) =>
  crawl.pagesCrawled < crawl.maxPages ? Math.min(planLeft, crawl.maxPages - crawl.pagesCrawled) : planLeft
