/**
 * Seven-digit codes that verify an email address: five attempts each, valid for fifteen minutes, five per hour and
 * address. A code works only for its `holder`, the browser or account that requested it.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { VERIFICATION_CODE_LENGTH } from '#shared/account.ts'
import type { Db } from '#server/platform/db/database.ts'
import { emailCodes } from '#server/platform/db/schema/index.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'

export const CODE_MINUTES = 15
const CODE_ATTEMPTS_MAX = 5
const CODES_PER_HOUR = { limit: 5, windowSeconds: 3600 }

/** `email` is in lower case. */
export type CodeOwner = { purpose: 'sign-up' | 'change-email'; holder: string; email: string }

/**
 * Replaces the holder's code with a new one; null when the address has reached its hourly limit. Takes the same time
 * whether or not the address has an account.
 */
export async function issueCode(db: Db, appSecret: string, owner: CodeOwner, now = new Date()) {
  const { allowed } = await takeFromRateLimit(db, { key: `codes ${owner.email}`, ...CODES_PER_HOUR }, now)
  if (!allowed) return null
  const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0')
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const issued = { email: owner.email, codeHash: hash(appSecret, owner, code), tries: 0, expiresAt }
  await db
    .insert(emailCodes)
    .values({ ...owner, ...issued })
    .onConflictDoUpdate({ target: [emailCodes.purpose, emailCodes.holder], set: issued })
  return { code, expiresAt }
}

/** Counts the attempt before comparing, so that concurrent requests cannot exceed the limit. */
export async function verifyCode(db: Db, appSecret: string, owner: CodeOwner, code: string, now = new Date()) {
  const [row] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(belongsTo(owner), gt(emailCodes.expiresAt, now), lt(emailCodes.tries, CODE_ATTEMPTS_MAX)))
    .returning({ codeHash: emailCodes.codeHash })
  if (!row) return false
  return timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hash(appSecret, owner, code)))
}

/** Uses the code up: true for one of several concurrent callers. Call it in the transaction that acts on the code. */
export async function consumeCode(tx: Db, appSecret: string, owner: CodeOwner, code: string): Promise<boolean> {
  const consumed = await tx
    .delete(emailCodes)
    .where(and(belongsTo(owner), eq(emailCodes.codeHash, hash(appSecret, owner, code))))
    .returning({ holder: emailCodes.holder })
  return consumed.length === 1
}

export async function deleteExpiredCodes(db: Db, now = new Date()) {
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, now))
}

const belongsTo = ({ purpose, holder, email }: CodeOwner) =>
  and(eq(emailCodes.purpose, purpose), eq(emailCodes.holder, holder), eq(emailCodes.email, email))

/** Keyed: a plain hash of seven digits is reversed by trying them all. */
function hash(appSecret: string, { purpose, holder }: CodeOwner, code: string) {
  return createHmac('sha256', appSecret).update(`code ${purpose} ${holder} ${code}`).digest('base64url')
}
