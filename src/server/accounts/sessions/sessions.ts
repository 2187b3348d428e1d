/** Sessions of an account. Their tokens never leave the server. */
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { SignedInSession } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sessions } from '#server/platform/db/schema/index.ts'
import type { CurrentSession } from '#server/accounts/reauthenticate.ts'

/** The most recently used first. */
export async function listSessions(
  db: Db,
  { userId, sessionId }: CurrentSession,
  now = new Date(),
): Promise<SignedInSession[]> {
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

/** False once the session has ended, in whichever process. */
export async function isSessionActive(db: Db, sessionId: string, now = new Date()): Promise<boolean> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
  return row !== undefined
}

/** Throws AppError 'account.session-not-found'. */
export async function endSession(db: Db, { userId, id }: { userId: string; id: string }) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new AppError('account.session-not-found')
}

export async function endOtherSessions(db: Db, { userId, sessionId }: CurrentSession) {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
}
