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

export function runningCrawlsOf(db: Db, userId: string): Promise<{ id: string }[]> {
  return db
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.userId, userId), isNotNull(crawls.nextStepAt)))
}

/** Stops crawls of a user. One that the owner deletes meanwhile needs no stop. */
export async function stopCrawls(
  { stopCrawl }: { stopCrawl: StopCrawl },
  { userId, running }: { userId: string; running: readonly { id: string }[] },
) {
  for (const { id } of running) {
    await stopCrawl({ userId, crawlId: id }).catch((error) => {
      if (!(error instanceof AppError && error.code === 'crawl.not-found')) throw error
    })
  }
}
