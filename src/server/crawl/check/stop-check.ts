/** Stops a running check after the page in hand; what it has read until then counts. */
import { and, eq, isNull } from 'drizzle-orm'
import { assertOwnChat } from '#server/crawl/own-chat.ts'
import type { Db } from '#server/db/database.ts'
import { chatChecks } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'

/** Throws AppError 'chat.not-found'. A chat whose pages are not being checked stays as it is. */
export async function stopCheck(
  { db, queue }: { db: Db; queue: Queue },
  { userId, chatId }: { userId: string; chatId: string },
) {
  await db.transaction(async (tx) => {
    await assertOwnChat(tx, userId, chatId)
    const [running] = await tx
      .update(chatChecks)
      .set({ stopRequested: true })
      .where(and(eq(chatChecks.chatId, chatId), isNull(chatChecks.finishedAt)))
      .returning({ id: chatChecks.id })
    // One that waits its turn does not have to wait for it to end.
    if (running) await queue.send(tx, 'check-pages', { checkId: running.id }, { singletonKey: `${running.id} stop` })
  })
}
