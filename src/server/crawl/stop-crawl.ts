/** Requests the stop of a crawl, which its next step carries out. Stored pages stay. An ended crawl does not change. */
import { and, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type CrawlOf, ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { announceDue, announceStop, isLeaseLive } from './schedule/lease.ts'
import { endCrawl } from './end-crawl.ts'
import { presentCrawl } from './present-crawl.ts'
import type { CrawlMail } from './schedule/crawl-step.ts'

/** `code` tells the owner who stopped it. Throws AppError 'crawl.not-found'. */
export async function stopCrawl(
  services: CrawlMail & { db: Db; queue: Queue },
  { code = 'crawl.stopped', ...ref }: CrawlOf & { code?: ErrorCode },
): Promise<CrawlSummary> {
  const { db } = services
  const isOwn = ownCrawl(ref)
  const [stopping] = await db.transaction(async (tx) => {
    const rows = await tx
      .update(crawls)
      .set({ stopRequested: true, error: { code, values: {} }, nextStepAt: sql`now()` })
      .where(and(isOwn, isNotNull(crawls.nextStepAt)))
      .returning({ ...getTableColumns(crawls), isLeased: isLeaseLive })
    await announceDue(tx)
    await announceStop(tx, ref.crawlId)
    return rows
  })
  // No worker holds the crawl, so there is no page to drop and it can end now.
  if (stopping && !stopping.isLeased) {
    await endCrawl(services, stopping, { status: 'stopped', skipReason: 'stopped', error: { code } })
  }
  const [crawl] = await db.select().from(crawls).where(isOwn)
  if (!crawl) throw new AppError('crawl.not-found')
  return presentCrawl(crawl)
}
