/**
 * A deleted chat is gone for everybody at once, and can be wished back until the queue forgets it: its row with all
 * that hangs on it is then deleted, also when the server was restarted meanwhile.
 */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { UNDO_DELETE_SECONDS, type SavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { getChat } from './get-chat.ts'
import { ownChat, type ChatOf } from './own-chat.ts'

/** An Undo in the last moment is still on its way when the ten seconds are over. */
const ON_ITS_WAY_SECONDS = 2

export const ForgetChat = z.object({ chatId: z.uuid() })

/** Throws AppError 'chat.not-found'. */
export async function deleteChat({ db, queue }: { db: Db; queue: Queue }, who: ChatOf) {
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(savedChats)
      .set({ deletedAt: sql`now()` })
      .where(ownChat(who))
      .returning({ id: savedChats.id })
    if (!deleted) throw new AppError('chat.not-found')
    const startAfterSeconds = UNDO_DELETE_SECONDS + ON_ITS_WAY_SECONDS
    await queue.send(tx, 'forget-chat', { chatId: deleted.id }, { startAfterSeconds })
    await publish(tx, who.userId, { type: 'chat', id: deleted.id })
  })
}

/** Throws AppError 'chat.not-found', also when it is too late. */
export async function restoreChat({ db }: { db: Db }, who: ChatOf): Promise<SavedChat> {
  await db.transaction(async (tx) => {
    const [restored] = await tx
      .update(savedChats)
      .set({ deletedAt: null })
      .where(and(eq(savedChats.id, who.chatId), eq(savedChats.userId, who.userId)))
      .returning({ id: savedChats.id })
    if (!restored) throw new AppError('chat.not-found')
    await publish(tx, who.userId, { type: 'chat', id: restored.id })
  })
  return getChat({ db }, who)
}

/** Called by the queue: whose chat it is was asked when it was deleted. Leaves a chat that was wished back. */
export async function unsafeForgetChat({ db }: { db: Db }, { chatId }: z.infer<typeof ForgetChat>) {
  await db.transaction(async (tx) => {
    const [over] = await tx
      .select({ id: savedChats.id })
      .from(savedChats)
      .where(
        and(
          eq(savedChats.id, chatId),
          isNotNull(savedChats.deletedAt),
          sql`${savedChats.deletedAt} <= now() - make_interval(secs => ${UNDO_DELETE_SECONDS})`,
        ),
      )
    if (!over) return
    // Crawls first: a page that is being stored locks its crawl before its chat.
    await tx.update(crawls).set({ chatId: null }).where(eq(crawls.chatId, chatId))
    await tx.delete(savedChats).where(and(eq(savedChats.id, chatId), isNotNull(savedChats.deletedAt)))
  })
}
