import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { recordAction } from './record-action.ts'

/** Stops a crawl of its owner. Supplied by the route, because admin must not import crawl. */
export type StopCrawl = (crawl: { userId: string; crawlId: string }) => Promise<unknown>

/** Stops a crawl of any user; the pages read so far are kept. Throws 'crawl.not-found'. */
export async function unsafeStopCrawl(
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

/** Stops all running crawls of a user and returns their number. */
export async function stopUserCrawls(services: { db: Db; stopCrawl: StopCrawl }, userId: string): Promise<number> {
  const running = await services.db
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.userId, userId), isNotNull(crawls.nextStepAt)))
  for (const { id } of running) await services.stopCrawl({ userId, crawlId: id })
  return running.length
}
