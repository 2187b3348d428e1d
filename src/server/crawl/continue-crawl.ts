/** "Continue this crawl": reads on what the page limit, a stop or missing credits left unread. */
import { addressesToOffer, type ContinueCrawl, type CrawlSummary, unfinishedReasons } from '#shared/crawls.ts'
import { clampCount } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { assertOwnChat } from './own-chat.ts'
import type { CrawlRoom } from './limit-crawls.ts'
import { wakeCrawl } from './wake-crawl.ts'

/**
 * `maxPages` is how many further pages are wished, the plan's allowance at most and when nothing is said; that many
 * credits are needed, as before a crawl. What is deeper than the crawl's depth stays unread, unless `urls` names it:
 * then these addresses are read and no other. Throws as wakeCrawl does, and 'chat.not-found'.
 */
export async function continueCrawl(
  services: CrawlRoom & { db: Db },
  { userId, crawlId, maxPages, urls, chatId }: ContinueCrawl & { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  if (chatId) await assertOwnChat(services.db, userId, chatId)
  const chat = chatId ? { chatId } : {}
  if (urls) {
    return wakeCrawl(services, {
      userId,
      crawlId,
      ...chat,
      reasons: addressesToOffer,
      urls,
      seeds: false,
      allowance: Math.min,
      limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
    })
  }
  return wakeCrawl(services, {
    userId,
    crawlId,
    ...chat,
    reasons: unfinishedReasons,
    seeds: true,
    allowance: (_wakened, planMaxPages) => (maxPages === undefined ? planMaxPages : clampCount(maxPages, planMaxPages)),
    limit: (crawl, allowance) => crawl.pagesCrawled + allowance,
  })
}
