/**
 * The link by which a chat may be read without signing in: its owner makes and revokes it. One link a chat; a new one
 * ends the one before. docs/decisions/025-share-links.md
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { NewShare, Share } from '#shared/shares.ts'
import type { Db } from '#server/db/database.ts'
import { chatShares, savedChats, users } from '#server/db/schema/index.ts'
import { ownChat, type ChatOf } from './own-chat.ts'

/** 32 random bytes: nobody comes upon one by trying. */
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** Throws AppError 'chat.not-found'. */
export async function shareChat({ db, appUrl }: { db: Db; appUrl: string }, who: ChatOf): Promise<NewShare> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return db.transaction(async (tx) => {
    const chatId = await lockOwn(tx, who)
    const row = { tokenHash: hashOf(token), createdAt: sql<Date>`now()` }
    const [share] = await tx
      .insert(chatShares)
      .values({ chatId, ...row })
      .onConflictDoUpdate({ target: chatShares.chatId, set: row })
      .returning()
    if (!share) throw new Error('an insert answered no row')
    return { url: `${appUrl}/share/${token}`, created_at: share.createdAt.toISOString() }
  })
}

/** Null while the chat is not shared. Throws AppError 'chat.not-found'. */
export async function getShare({ db }: { db: Db }, who: ChatOf): Promise<Share | null> {
  const [chat] = await db
    .select({ createdAt: chatShares.createdAt })
    .from(savedChats)
    .leftJoin(chatShares, eq(chatShares.chatId, savedChats.id))
    .where(ownChat(who))
  if (!chat) throw new AppError('chat.not-found')
  return chat.createdAt ? { created_at: chat.createdAt.toISOString() } : null
}

/** Whoever holds the link sees nothing from now on. Throws AppError 'chat.not-found'. */
export async function revokeShare({ db }: { db: Db }, who: ChatOf) {
  await db.transaction(async (tx) => {
    await tx.delete(chatShares).where(eq(chatShares.chatId, await lockOwn(tx, who)))
  })
}

/**
 * The chat that a link leads to; null when it is revoked, unknown or no token at all, when the chat was deleted, or
 * its owner is suspended. Asked without an owner: the token is what entitles.
 */
export async function unsafeFindShared(db: Db, token: string) {
  if (!TOKEN.test(token)) return null
  const [chat] = await db
    .select({ id: savedChats.id, title: savedChats.title, updatedAt: savedChats.updatedAt })
    .from(chatShares)
    .innerJoin(savedChats, eq(savedChats.id, chatShares.chatId))
    .innerJoin(users, eq(users.id, savedChats.userId))
    .where(and(eq(chatShares.tokenHash, hashOf(token)), isNull(savedChats.deletedAt), isNull(users.suspendedAt)))
  return chat ?? null
}

async function lockOwn(tx: Db, who: ChatOf): Promise<string> {
  const [chat] = await tx.select({ id: savedChats.id }).from(savedChats).where(ownChat(who)).for('update')
  if (!chat) throw new AppError('chat.not-found')
  return chat.id
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
