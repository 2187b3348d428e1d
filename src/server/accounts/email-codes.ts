/**
 * Seven-digit codes that verify an email address: five attempts each, valid for fifteen minutes. A code works only for
 * the browser or account that requested it.
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { VERIFICATION_CODE_LENGTH } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { emailCodes } from '#server/platform/db/schema/index.ts'
import { hashedKey, takeFromRateLimit } from '#server/platform/rate-limit.ts'
import type { MailRequester } from './mail-requester.ts'

export const CODE_MINUTES = 15
const CODE_ATTEMPTS_MAX = 5
const HOUR_SECONDS = 3600
const MAILS_PER_REQUESTER = 5
/** From all networks together: of the first mails of each, and of the further ones. */
const MAILS_PER_ADDRESS = 20

/** What a code is for. There is one valid code per purpose and requester. */
export type CodeKey = {
  purpose: 'sign-up' | 'sign-in' | 'change-email'
  /** The hash of a browser's token, or the id of an account. */
  requestedBy: string
  /** The address that the code verifies, in lower case. */
  email: string
}

/**
 * Replaces the requester's code with a new one. Takes the same time whether or not the address has an account. Throws
 * AppError 'account.too-many-mails' as `takeMail` does.
 */
export async function issueCode(db: Db, appSecret: string, key: CodeKey, requester: MailRequester, now = new Date()) {
  await takeMail(db, appSecret, key, requester, now)
  const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0')
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const issued = { email: key.email, codeHash: hashCode(appSecret, key, code), tries: 0, expiresAt }
  await db
    .insert(emailCodes)
    .values({ ...key, ...issued })
    .onConflictDoUpdate({ target: [emailCodes.purpose, emailCodes.requestedBy], set: issued })
  return { code, expiresAt }
}

/** Counts the attempt before comparing, so that concurrent requests cannot exceed the limit. */
export async function verifyCode(db: Db, appSecret: string, key: CodeKey, code: string, now = new Date()) {
  const [row] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(hasKey(key), gt(emailCodes.expiresAt, now), lt(emailCodes.tries, CODE_ATTEMPTS_MAX)))
    .returning({ codeHash: emailCodes.codeHash })
  if (!row) return false
  return timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hashCode(appSecret, key, code)))
}

/** Uses the code up: true for one of several concurrent callers. Call it in the transaction that acts on the code. */
export async function consumeCode(tx: Db, appSecret: string, key: CodeKey, code: string): Promise<boolean> {
  const consumed = await tx
    .delete(emailCodes)
    .where(and(hasKey(key), eq(emailCodes.codeHash, hashCode(appSecret, key, code))))
    .returning({ email: emailCodes.email })
  return consumed.length === 1
}

type MailKey = { purpose: CodeKey['purpose'] | 'reset'; email: string }

/**
 * Counts a mail to an address. Purposes, known browsers, accounts and networks are counted apart, so that a stranger
 * who asks for mails does not keep the owner from getting one; nor do strangers in some networks, since the first mail
 * of each network is counted apart from its further ones. Throws AppError 'account.too-many-mails', which says when the
 * next can be sent.
 */
export async function takeMail(
  db: Db,
  appSecret: string,
  { purpose, email }: MailKey,
  requester: MailRequester,
  now = new Date(),
) {
  const keyOf = (rest: string) => hashedKey(appSecret, `mail ${purpose}`, `${email} ${rest}`)
  const take = async (limit: { key: string; limit: number }) => {
    const taken = await takeFromRateLimit(db, { ...limit, windowSeconds: HOUR_SECONDS }, now)
    const { allowed, used, retryAfterSeconds } = taken
    const minutes = Math.ceil(retryAfterSeconds / 60)
    if (!allowed) throw new AppError('account.too-many-mails', { minutes, retryAfterSeconds })
    return used
  }
  const used = await take({ key: keyOf(requester.id), limit: MAILS_PER_REQUESTER })
  if (!requester.isKnown) await take({ key: keyOf(used === 1 ? 'first' : ''), limit: MAILS_PER_ADDRESS })
}

export async function deleteExpiredCodes(db: Db, now = new Date()) {
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, now))
}

const hasKey = ({ purpose, requestedBy, email }: CodeKey) =>
  and(eq(emailCodes.purpose, purpose), eq(emailCodes.requestedBy, requestedBy), eq(emailCodes.email, email))

/** The stored form of a browser's or a reset link's token. A plain hash is enough for 256 random bits. */
export const hashAccountToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Keyed: a plain hash of seven digits is reversed by trying them all. */
function hashCode(appSecret: string, { purpose, requestedBy }: CodeKey, code: string) {
  return createHmac('sha256', appSecret).update(`code ${purpose} ${requestedBy} ${code}`).digest('base64url')
}
