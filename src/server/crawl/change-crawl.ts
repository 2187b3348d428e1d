import { and, eq } from 'drizzle-orm'
import type { ChangeCrawl, CrawlSummary } from '#shared/crawl/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { presentCrawl } from './present-crawl.ts'

/** Changes whether an email is sent at the end; without effect once the crawl has ended. Throws 'crawl.not-found'. */
export async function changeCrawl(
  { db }: { db: Db },
  { userId, crawlId, mailAtEnd }: ChangeCrawl & { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  const [crawl] = await db
    .update(crawls)
    .set({ mailAtEnd })
    .where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
    .returning()
  if (!crawl) throw new AppError('crawl.not-found')
  return presentCrawl(crawl)
}
