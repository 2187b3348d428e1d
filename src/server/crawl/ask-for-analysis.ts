/**
 * Enqueues the analysis of a crawl's new pages, within the transaction that stored one. The job waits a second, and
 * one at most waits per crawl: a fast crawl gets one job for many pages, a polite one a job for each.
 */
import type { Db } from '#server/db/database.ts'
import type { Queue } from '#server/queue/open-queue.ts'

export async function askForAnalysis(queue: Queue, tx: Db, crawlId: string) {
  await queue.send(tx, 'analyse-pages', { crawlId }, { singletonKey: crawlId, startAfterSeconds: 1 })
}
