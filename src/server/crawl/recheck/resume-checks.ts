import { isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { chatChecks } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'

/** Enqueues the job of every unfinished check, of any user. A job that is already waiting is kept. */
export async function unsafeResumeChecks(queue: Queue, db: Db) {
  const running = await db.select({ id: chatChecks.id }).from(chatChecks).where(isNull(chatChecks.finishedAt))
  for (const { id } of running) await queue.send(db, 'check-pages', { checkId: id }, { singletonKey: id })
}
