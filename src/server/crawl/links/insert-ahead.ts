import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import type { CrawlRun } from '#server/crawl/schedule/crawl-step.ts'
import { assertLease } from '#server/crawl/schedule/lease.ts'
import { type InsertedLinks, insertLinks, type LinkRow } from './frontier.ts'

/** About 100 ms of the embedded database, which runs one transaction at a time for all users. */
const ROWS_PER_TRANSACTION = 500

type Ahead = InsertedLinks & {
  /** At most ROWS_PER_TRANSACTION rows, for the transaction of the step itself. */
  rest: readonly LinkRow[]
}

/**
 * Inserts all rows but the last in short transactions of their own, before that of the step: thousands of links in one
 * transaction would keep other users waiting for seconds. After a crash in between, the step is repeated and finds the
 * rows there. Rejects with LeaseLost.
 */
export async function insertAhead(db: Db, run: CrawlRun, rows: readonly LinkRow[]): Promise<Ahead> {
  const batches = [...inBatches(rows, ROWS_PER_TRANSACTION)]
  const ahead: Ahead = { waiting: 0, addresses: 0, rest: batches.pop() ?? [] }
  for (const batch of batches) {
    const inserted = await db.transaction(async (tx) => {
      await assertLease(tx, run)
      return insertLinks(tx, run.crawlId, batch)
    })
    run.linkCache?.remember(batch)
    ahead.waiting += inserted.waiting
    ahead.addresses += inserted.addresses
  }
  return ahead
}
