import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { savedChats } from '#server/db/schema/index.ts'

/** Throws AppError 'chat.not-found'. */
export async function assertOwnChat(db: Db, userId: string, chatId: string) {
  const [own] = await db
    .select({ id: savedChats.id })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId), isNull(savedChats.deletedAt)))
  if (!own) throw new AppError('chat.not-found')
}
