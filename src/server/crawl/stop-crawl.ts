/** Stops a crawl: a wish that the next step reads; the pages read so far stay. Stopping an ended crawl changes nothing. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { CrawlSummary } from '#shared/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'
import { announceDue, announceStop } from './lease.ts'
import { endCrawl } from './end-crawl.ts'
import { presentCrawl } from './present-crawl.ts'
import type { Post } from './step.ts'

/** Throws AppError 'crawl.not-found'. */
export async function stopCrawl(
  services: Post & { db: Db },
  who: { userId: string; crawlId: string },
): Promise<CrawlSummary> {
  const { db } = services
  const own = and(eq(crawls.id, who.crawlId), eq(crawls.userId, who.userId))
  const [stopping] = await db.transaction(async (tx) => {
    const rows = await tx
      .update(crawls)
      .set({ stopRequested: true, nextStepAt: sql`now()` })
      .where(and(own, isNotNull(crawls.nextStepAt)))
      .returning()
    await announceDue(tx)
    await announceStop(tx, who.crawlId)
    return rows
  })
  // No worker is at it: nothing is in hand, so it can end here and now.
  if (stopping && (!stopping.leasedUntil || stopping.leasedUntil < new Date())) {
    await endCrawl(services, stopping, { status: 'stopped', rest: 'stopped', error: { code: 'crawl.stopped' } })
  }
  const [crawl] = await db.select().from(crawls).where(own)
  if (!crawl) throw new AppError('crawl.not-found')
  return presentCrawl(crawl)
}
