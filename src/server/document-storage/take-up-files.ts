import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { storedFiles } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'

/** No attempt takes so long: whoever made it is gone, and its job too. */
const LONG_AGO = sql`now() - interval '1 hour'`

/** Asks for the job of every file that waits: after an import there is none. Where there is one, it stays the only one. */
export async function unsafeTakeUpFiles(queue: Queue, db: Db) {
  const { id, status, updatedAt } = storedFiles
  const rows = await db
    .select({ id })
    .from(storedFiles)
    .where(or(eq(status, 'waiting'), and(eq(status, 'sending'), lt(updatedAt, LONG_AGO))))
  for (const row of rows) await askToSend(queue, db, row.id)
}

/** The job that brings a file to the document storage, within `tx`. */
export async function askToSend(queue: Queue, tx: Db, fileId: string, startAfterSeconds = 0) {
  await queue.send(tx, 'save-file', { fileId }, { singletonKey: fileId, startAfterSeconds })
}
