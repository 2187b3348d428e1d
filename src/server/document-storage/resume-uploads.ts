import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { storedFiles } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'

/** Longer than any attempt takes, so its process must have died and its job is lost. */
const STALE_BEFORE = sql`now() - interval '1 hour'`

/**
 * Enqueues every unfinished file whose job may be missing, as after an import. An existing job remains the only one.
 */
export async function unsafeResumeUploads(queue: Queue, db: Db) {
  const { id, status, updatedAt } = storedFiles
  const rows = await db
    .select({ id })
    .from(storedFiles)
    .where(or(eq(status, 'waiting'), and(eq(status, 'sending'), lt(updatedAt, STALE_BEFORE))))
  for (const row of rows) await enqueueUpload(queue, db, row.id)
}

export async function enqueueUpload(queue: Queue, tx: Db, fileId: string, startAfterSeconds = 0) {
  await queue.send(tx, 'save-file', { fileId }, { singletonKey: fileId, startAfterSeconds })
}
