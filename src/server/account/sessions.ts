/** The sessions of an account: where it is signed in. Tokens stay in the table. */
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { SignedInSession } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { sessions } from '#server/db/schema/index.ts'
import type { Who } from './confirm-owner.ts'

/** The latest used first. */
export async function listSessions(db: Db, { userId, sessionId }: Who, now = new Date()): Promise<SignedInSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    user_agent: row.userAgent ?? '',
    ip_address: row.ipAddress ?? '',
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }))
}

/** False once the session was ended, by whomever and wherever. */
export async function isSessionOpen(db: Db, sessionId: string, now = new Date()): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
  return row !== undefined
}

/** Throws 'account.session-not-found', whoever else's it may be. */
export async function endSession(db: Db, { userId, id }: { userId: string; id: string }) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new AppError('account.session-not-found')
}

export async function endOtherSessions(db: Db, { userId, sessionId }: Who) {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}
