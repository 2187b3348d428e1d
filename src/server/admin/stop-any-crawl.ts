import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import { recordAction } from './record-action.ts'

/** Stops a crawl as its owner would; the door hands it over, since stories do not know each other. */
export type StopCrawl = (which: { userId: string; crawlId: string }) => Promise<unknown>

/** Stops somebody's crawl, as they could themselves: the pages read so far stay. Throws 'crawl.not-found'. */
export async function stopAnyCrawl(
  services: { db: Db; log: Log; stopCrawl: StopCrawl },
  { adminId, crawlId }: { adminId: string; crawlId: string },
) {
  const [crawl] = await services.db
    .select({ userId: crawls.userId, host: crawls.host })
    .from(crawls)
    .where(eq(crawls.id, crawlId))
  if (!crawl) throw new AppError('crawl.not-found')
  await services.stopCrawl({ userId: crawl.userId, crawlId })
  const metadata = { host: crawl.host, owner: crawl.userId }
  await recordAction(services, { adminId, action: 'stop_crawl', targetType: 'crawl', targetId: crawlId, metadata })
}

/** Every crawl of a person that has not ended. */
export async function stopCrawlsOf(services: { db: Db; stopCrawl: StopCrawl }, userId: string): Promise<number> {
  const running = await services.db
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.userId, userId), isNotNull(crawls.nextStepAt)))
  for (const { id } of running) await services.stopCrawl({ userId, crawlId: id })
  return running.length
}
