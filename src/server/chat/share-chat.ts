/** Share links: anyone with the link can read the chat. See docs/decisions/024-chat-export-and-share-links.md. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { NewShare, Share } from '#shared/chat/shares.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatShares, savedChats, users } from '#server/platform/db/schema/index.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'
import { createToken, hashLinkToken, isToken } from './link-token.ts'
import { ownChat, type ChatOf } from '#server/platform/db/ownership.ts'

type Services = { db: Db; appUrl: string; secrets: SecretBox }

/** Creates the chat's link; an earlier link stops working. Throws AppError 'chat.not-found'. */
export async function shareChat({ db, appUrl, secrets }: Services, ref: ChatOf): Promise<NewShare> {
  const token = createToken()
  return db.transaction(async (tx) => {
    const chatId = await lockChat(tx, ref)
    const sealedToken = secrets.seal(token, secretPurposes.shareToken)
    const row = { tokenHash: hashLinkToken(token), sealedToken, createdAt: sql<Date>`now()` }
    const [share] = await tx
      .insert(chatShares)
      .values({ chatId, ...row })
      .onConflictDoUpdate({ target: chatShares.chatId, set: row })
      .returning()
    if (!share) throw new Error('The insert returned no row')
    return { url: linkOf(appUrl, token), created_at: share.createdAt.toISOString() }
  })
}

/** Null while the chat is not shared. Throws AppError 'chat.not-found'. */
export async function getShare({ db, appUrl, secrets }: Services, ref: ChatOf): Promise<Share | null> {
  const [chat] = await db
    .select({ createdAt: chatShares.createdAt, sealedToken: chatShares.sealedToken })
    .from(savedChats)
    .leftJoin(chatShares, eq(chatShares.chatId, savedChats.id))
    .where(ownChat(ref))
  if (!chat) throw new AppError('chat.not-found')
  if (!chat.createdAt) return null
  const token = chat.sealedToken && openToken(secrets, chat.sealedToken)
  return { created_at: chat.createdAt.toISOString(), url: token ? linkOf(appUrl, token) : null }
}

const linkOf = (appUrl: string, token: string) => `${appUrl}/share/${token}`

/** Null when it was sealed under another APP_SECRET. */
function openToken(secrets: SecretBox, sealed: string): string | null {
  try {
    return secrets.open(sealed, secretPurposes.shareToken)
  } catch {
    return null
  }
}

/** Throws AppError 'chat.not-found'. */
export async function revokeShare({ db }: { db: Db }, ref: ChatOf) {
  await db.transaction(async (tx) => {
    await tx.delete(chatShares).where(eq(chatShares.chatId, await lockChat(tx, ref)))
  })
}

/**
 * The chat of a share link; null when the token is unknown, revoked or malformed, the chat deleted, or its owner
 * suspended. Without an owner in the query: the token grants access.
 */
export async function unsafeFindSharedChat(db: Db, token: string) {
  if (!isToken(token)) return null
  const [chat] = await db
    .select({ id: savedChats.id, title: savedChats.title, updatedAt: savedChats.updatedAt })
    .from(chatShares)
    .innerJoin(savedChats, eq(savedChats.id, chatShares.chatId))
    .innerJoin(users, eq(users.id, savedChats.userId))
    .where(and(eq(chatShares.tokenHash, hashLinkToken(token)), isNull(savedChats.deletedAt), isNull(users.suspendedAt)))
  return chat ?? null
}

async function lockChat(tx: Db, ref: ChatOf): Promise<string> {
  const [chat] = await tx.select({ id: savedChats.id }).from(savedChats).where(ownChat(ref)).for('update')
  if (!chat) throw new AppError('chat.not-found')
  return chat.id
}
