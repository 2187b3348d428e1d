import { isNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { chatChecks } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'

/** Asks for the job of every check that has not ended, whoever's it is; beside a job that is there, it does no harm. */
export async function unsafeTakeUpChecks(queue: Queue, db: Db) {
  const running = await db.select({ id: chatChecks.id }).from(chatChecks).where(isNull(chatChecks.finishedAt))
  for (const { id } of running) await queue.send(db, 'check-pages', { checkId: id }, { singletonKey: id })
}
