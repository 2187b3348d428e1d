import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accounts, sessions } from '#server/platform/db/schema/index.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { verifyPassword } from './passwords/passwords.ts'

const ATTEMPTS_PER_HOUR = { limit: 20, windowSeconds: 3600 }
const FRESH_SESSION_MS = 10 * 60_000

/** The signed-in account and its session. */
export type CurrentSession = { userId: string; sessionId: string }

/**
 * Confirms the owner before an action that cannot be undone, in case someone else uses their open browser: by the
 * password, or for accounts without one by a sign-in within the last ten minutes. Throws AppError
 * 'account.password-wrong', 'account.confirm-again' and 'request.too-many'.
 */
export async function reauthenticate(db: Db, session: CurrentSession, password: string | undefined, now = new Date()) {
  const rateLimit = { key: `confirm ${session.userId}`, ...ATTEMPTS_PER_HOUR }
  const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit, now)
  if (!allowed) throw new AppError('request.too-many', { retryAfterSeconds })
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, session.userId), eq(accounts.providerId, 'credential')))
  if (!account?.password) return assertFreshSession(db, session, now)
  if (!(await verifyPassword(account.password, password ?? ''))) throw new AppError('account.password-wrong')
}

async function assertFreshSession(db: Db, { userId, sessionId }: CurrentSession, now: Date) {
  const [session] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  const isFresh = session && now.getTime() - session.createdAt.getTime() <= FRESH_SESSION_MS
  if (!isFresh) throw new AppError('account.confirm-again')
}
