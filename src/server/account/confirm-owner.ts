/** Before something that cannot be taken back: is it the owner, and not somebody at an open screen? */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { accounts, sessions } from '#server/db/schema/index.ts'
import { takeTurn } from '#server/limits/take-turn.ts'
import { verifyPassword } from './passwords.ts'

const CONFIRMATIONS_PER_HOUR = { most: 20, windowSeconds: 3600 }
const FRESH_MS = 10 * 60_000

/** The account that is signed in, and its session. */
export type Who = { userId: string; sessionId: string }

/**
 * By the password; without one, who enters through an outside issuer, by a sign-in of the last ten minutes. Throws
 * 'account.password-wrong' or 'account.confirm-again'.
 */
export async function confirmOwner(db: Db, who: Who, password: string | undefined, now = new Date()) {
  const turn = await takeTurn(db, { key: `confirm ${who.userId}`, ...CONFIRMATIONS_PER_HOUR }, now)
  if (!turn.allowed) throw new AppError('request.too-many', { retryAfterSeconds: turn.retryAfterSeconds })
  const [way] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, who.userId), eq(accounts.providerId, 'credential')))
  if (!way?.password) return confirmFresh(db, who, now)
  if (!(await verifyPassword(way.password, password ?? ''))) throw new AppError('account.password-wrong')
}

async function confirmFresh(db: Db, { userId, sessionId }: Who, now: Date) {
  const [session] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  if (!session || now.getTime() - session.createdAt.getTime() > FRESH_MS) throw new AppError('account.confirm-again')
}
