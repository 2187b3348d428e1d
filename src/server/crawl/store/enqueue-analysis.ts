import { and, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'

/** A literal, so that the planner uses the partial index of pending pages. */
export const isAnalysisPending = sql`${pages.analysis} = 'pending'`

/** The jobs for this many pages start immediately: the user who started the crawl is watching. */
const IMMEDIATE_PAGES = 20

/**
 * Within the transaction that stored a page: enqueues the analysis of the crawl's pending pages. At most one such job
 * per crawl waits in the queue; after the first pages it starts a second later, so that one job covers many pages.
 */
export async function enqueueAnalysis(queue: Queue, tx: Db, crawl: { id: string; pagesCrawled: number }) {
  const isDelayed = crawl.pagesCrawled >= IMMEDIATE_PAGES
  const options = { singletonKey: crawl.id, ...(isDelayed && { startAfterSeconds: 1 }) }
  await queue.send(tx, 'analyse-pages', { crawlId: crawl.id }, options)
}

/** Enqueues the analysis of every crawl, of any user, that has pending pages. */
export async function enqueuePendingAnalyses(queue: Queue, db: Db) {
  const pending = await db
    .selectDistinct({ crawlId: pages.crawlId })
    .from(pages)
    .where(and(isAnalysisPending, isNotNull(pages.crawlId)))
  for (const { crawlId } of pending) {
    if (crawlId) await queue.send(db, 'analyse-pages', { crawlId }, { singletonKey: crawlId })
  }
}
