/**
 * Enqueues the analysis of a crawl's new pages, within the transaction that stored one. At most one such job waits
 * per crawl. After its first pages it waits a second, so that a fast crawl gets one job for many pages.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pages } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'

/** So many pages get their summary at once: somebody is watching. */
const AT_ONCE = 20

export async function askForAnalysis(queue: Queue, tx: Db, crawl: { id: string; pagesCrawled: number }) {
  await queue.send(
    tx,
    'analyse-pages',
    { crawlId: crawl.id },
    { singletonKey: crawl.id, ...(crawl.pagesCrawled >= AT_ONCE && { startAfterSeconds: 1 }) },
  )
}

/** The same for every crawl that has pages without one, whoever started it. */
export async function askForWaitingAnalyses(queue: Queue, db: Db) {
  const waiting = await db
    .selectDistinct({ crawlId: pages.crawlId })
    .from(pages)
    .where(and(eq(pages.analysis, 'pending'), isNotNull(pages.crawlId)))
  for (const { crawlId } of waiting) {
    if (crawlId) await queue.send(db, 'analyse-pages', { crawlId }, { singletonKey: crawlId })
  }
}
