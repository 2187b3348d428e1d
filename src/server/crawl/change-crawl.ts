import type { ChangeCrawl, CrawlSummary } from '#shared/crawl/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type CrawlOf, ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { presentCrawl } from './present-crawl.ts'

/** Changes whether an email is sent at the end; without effect once the crawl has ended. Throws 'crawl.not-found'. */
export async function changeCrawl(
  { db }: { db: Db },
  { mailAtEnd, ...ref }: ChangeCrawl & CrawlOf,
): Promise<CrawlSummary> {
  const [crawl] = await db.update(crawls).set({ mailAtEnd }).where(ownCrawl(ref)).returning()
  if (!crawl) throw new AppError('crawl.not-found')
  return presentCrawl(crawl)
}
