/**
 * Deletes a chat in two steps. It is hidden immediately and can be restored while Undo is shown; then a queued job
 * deletes its rows, so a restart does not leave it behind.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { SavedChat } from '#shared/chat/chats.ts'
import { UNDO_DELETE_SECONDS } from '#shared/chat/chat-limits.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'
import { crawls, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { JobData } from '#server/platform/queues.ts'
import { getChat } from './get-chat.ts'

/** Time for an Undo clicked in the last moment to arrive. */
const UNDO_MARGIN_SECONDS = 2

/** Throws AppError 'chat.not-found'. */
export async function deleteChat({ db, queue }: { db: Db; queue: Queue }, ref: ChatOf) {
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(savedChats)
      .set({ deletedAt: sql`now()` })
      .where(ownChat(ref))
      .returning({ id: savedChats.id })
    if (!deleted) throw new AppError('chat.not-found')
    const startAfterSeconds = UNDO_DELETE_SECONDS + UNDO_MARGIN_SECONDS
    await queue.send(tx, 'forget-chat', { chatId: deleted.id }, { startAfterSeconds })
    await publish(tx, ref.userId, { type: 'chat', id: deleted.id })
  })
}

/** Throws AppError 'chat.not-found', also when the chat has been purged. */
export async function restoreChat({ db }: { db: Db }, ref: ChatOf): Promise<SavedChat> {
  await db.transaction(async (tx) => {
    const [restored] = await tx
      .update(savedChats)
      .set({ deletedAt: null })
      .where(and(eq(savedChats.id, ref.chatId), eq(savedChats.userId, ref.userId)))
      .returning({ id: savedChats.id })
    if (!restored) throw new AppError('chat.not-found')
    await publish(tx, ref.userId, { type: 'chat', id: restored.id })
  })
  return getChat({ db }, ref)
}

/** For the queue, without an owner: `deleteChat` checked it. Does nothing when the chat was restored. */
export async function unsafePurgeChat({ db }: { db: Db }, { chatId }: JobData<'forget-chat'>) {
  await db.transaction(async (tx) => {
    // Crawls first, against deadlocks: storing a page locks its crawl before its chat. A foreign key detaches them.
    await tx.select({ id: crawls.id }).from(crawls).where(eq(crawls.chatId, chatId)).for('update')
    const isDue = sql`${savedChats.deletedAt} <= now() - make_interval(secs => ${UNDO_DELETE_SECONDS})`
    await tx.delete(savedChats).where(and(eq(savedChats.id, chatId), isDue))
  })
}
