/** The owner's condition on a saved chat. A chat of another person, or a deleted one, is simply not found. */
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { savedChats } from '#server/platform/db/schema/index.ts'

export type ChatOf = { userId: string; chatId: string }

export const ownChat = ({ userId, chatId }: ChatOf) =>
  and(eq(savedChats.id, chatId), eq(savedChats.userId, userId), isNull(savedChats.deletedAt))

/** Throws AppError 'chat.not-found'. */
export async function assertOwnChat(db: Db, chat: ChatOf) {
  const [own] = await db.select({ id: savedChats.id }).from(savedChats).where(ownChat(chat))
  if (!own) throw new AppError('chat.not-found')
}
