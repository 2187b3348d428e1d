/** The condition under which a chat is somebody's and there: whoever else's it is, or deleted, it is simply not found. */
import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { savedChats } from '#server/db/schema/index.ts'

export type ChatOf = { userId: string; chatId: string }

export const ownChat = ({ userId, chatId }: ChatOf) =>
  and(eq(savedChats.id, chatId), eq(savedChats.userId, userId), isNull(savedChats.deletedAt))

/** Throws AppError 'chat.not-found'. */
export async function assertOwnChat(db: Db, who: ChatOf) {
  const [own] = await db.select({ id: savedChats.id }).from(savedChats).where(ownChat(who))
  if (!own) throw new AppError('chat.not-found')
}
