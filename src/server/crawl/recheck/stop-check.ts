import { and, eq, isNull } from 'drizzle-orm'
import { assertOwnChat } from '#server/platform/db/ownership.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatChecks } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'

/** Stops a running check after its current page; the results so far count. Throws AppError 'chat.not-found'. */
export async function stopCheck(
  { db, queue }: { db: Db; queue: Queue },
  { userId, chatId }: { userId: string; chatId: string },
) {
  await db.transaction(async (tx) => {
    await assertOwnChat(tx, { userId, chatId })
    const [running] = await tx
      .update(chatChecks)
      .set({ stopRequested: true })
      .where(and(eq(chatChecks.chatId, chatId), isNull(chatChecks.finishedAt)))
      .returning({ id: chatChecks.id })
    // Ends a check that is waiting for its next job.
    if (running) await queue.send(tx, 'check-pages', { checkId: running.id }, { singletonKey: `${running.id} stop` })
  })
}
