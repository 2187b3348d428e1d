/**
 * Enqueues the analysis of a crawl's new pages, within the transaction that stored one. At most one such job waits
 * per crawl. After its first pages it waits a second, so that a fast crawl gets one job for many pages.
 */
import type { Db } from '#server/db/database.ts'
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
