/**
 * The seven digits that prove an address: five tries each, fifteen minutes, five codes an hour for one address. A code
 * belongs to its `holder`, the browser or the account that asked for it; in anybody else's hands it is worth nothing.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { VERIFICATION_CODE_LENGTH } from '#shared/account.ts'
import type { Db } from '#server/db/database.ts'
import { emailCodes } from '#server/db/schema/index.ts'
import { takeTurn } from '#server/limits/take-turn.ts'

export const CODE_MINUTES = 15
const CODE_TRIES = 5
const CODES_PER_HOUR = { most: 5, windowSeconds: 3600 }

/** Whose code, for what, and the address that it proves, in lower case. */
export type CodeOwner = { purpose: 'sign-up' | 'change-email'; holder: string; email: string }

/**
 * A fresh code in place of the holder's earlier one; null when this address had five within the hour. Costs the same
 * whether or not the address has an account: it does not look.
 */
export async function issueCode(db: Db, appSecret: string, owner: CodeOwner, now = new Date()) {
  const turn = await takeTurn(db, { key: `codes ${owner.email}`, ...CODES_PER_HOUR }, now)
  if (!turn.allowed) return null
  const code = String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0')
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const fresh = { email: owner.email, codeHash: hash(appSecret, owner, code), tries: 0, expiresAt }
  await db
    .insert(emailCodes)
    .values({ ...owner, ...fresh })
    .onConflictDoUpdate({ target: [emailCodes.purpose, emailCodes.holder], set: fresh })
  return { code, expiresAt }
}

/** Counts the try before it looks, so that many at once get no more than five. */
export async function isRightCode(db: Db, appSecret: string, owner: CodeOwner, code: string, now = new Date()) {
  const [row] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(isOf(owner), gt(emailCodes.expiresAt, now), lt(emailCodes.tries, CODE_TRIES)))
    .returning({ codeHash: emailCodes.codeHash })
  if (!row) return false
  return timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hash(appSecret, owner, code)))
}

/** True for one caller only, however many hold the right code at once. Call it in the transaction that acts on it. */
export async function spendCode(tx: Db, appSecret: string, owner: CodeOwner, code: string): Promise<boolean> {
  const spent = await tx
    .delete(emailCodes)
    .where(and(isOf(owner), eq(emailCodes.codeHash, hash(appSecret, owner, code))))
    .returning({ holder: emailCodes.holder })
  return spent.length === 1
}

/** Codes that prove nothing any more. */
export async function forgetCodes(db: Db, now = new Date()) {
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, now))
}

const isOf = ({ purpose, holder, email }: CodeOwner) =>
  and(eq(emailCodes.purpose, purpose), eq(emailCodes.holder, holder), eq(emailCodes.email, email))

/** Keyed: seven digits under a plain hash are found by trying them all. */
function hash(appSecret: string, { purpose, holder }: CodeOwner, code: string) {
  return createHmac('sha256', appSecret).update(`code ${purpose} ${holder} ${code}`).digest('base64url')
}
