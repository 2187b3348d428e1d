/**
 * Sign-up. The account is created only when the code arrives in the browser that signed up: `holder` is the hash of the
 * secret in that browser's cookie. So another person's sign-up with the same address cannot replace a password or use a
 * code that the owner enters.
 *
 * No request depends on whether the address has an account; that is decided when the mail is sent. Known and unknown
 * addresses get the same response in the same time.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/plans.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { accounts, signUps, users } from '#server/platform/db/schema/index.ts'
import { deleteExpiredRateLimits } from '#server/platform/rate-limit.ts'
import { alreadyRegisteredMail, verificationCodeMail } from '#server/mail/messages.ts'
import { CODE_MINUTES, type CodeOwner, consumeCode, deleteExpiredCodes, issueCode, verifyCode } from './email-codes.ts'
import type { EnqueueMail } from './enqueue-mail.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'
import { createId, isAccountOf, provisionAccountWithin } from './provision-account.ts'

/** How long a browser can finish its sign-up, if need be with a new code. */
export const SIGN_UP_SECONDS = 24 * 60 * 60

type Deps = { db: Db; appSecret: string; appUrl: string; enqueueMail: EnqueueMail }
type Person = { email: string; name: string; password: string }

/** Stores the sign-up and sends its code in one transaction. Returns the secret for the browser's cookie. */
export async function startSignUp(deps: Deps, { email, name, password }: Person, now = new Date()): Promise<string> {
  const passwordHash = await hashPassword(password)
  await deleteExpired(deps.db, now)
  return storeSignUp(deps, { email: email.toLowerCase(), name, passwordHash }, now)
}

/** Sends a new code if this browser has a sign-up with this address. */
export async function resendCode(deps: Deps, { secret, email }: { secret: string; email: string }, now = new Date()) {
  const [signUp] = await deps.db
    .select({ email: signUps.email })
    .from(signUps)
    .where(isSignUp(holderOf(secret), email.toLowerCase(), now))
  if (signUp) await deps.db.transaction((tx) => sendCode(deps, tx, ownerOf(secret, signUp.email), now))
}

/**
 * A sign-in with the credentials of an unfinished sign-up: sends a new code, makes this browser a holder and returns its
 * secret. Null when there is no such sign-up, 'wrong' when the password is wrong. Verifies one password, as a normal
 * sign-in does, so that the response time is the same.
 */
export async function resumeSignUp(
  deps: Deps,
  { email, password, secret }: { email: string; password: string; secret: string | null },
  now = new Date(),
): Promise<string | 'wrong' | null> {
  const address = email.toLowerCase()
  const [account] = await deps.db.select({ id: users.id }).from(users).where(isAccountOf(address))
  const pending = await deps.db
    .select()
    .from(signUps)
    .where(and(eq(signUps.email, address), gt(signUps.createdAt, oldestValid(now))))
    .orderBy(desc(signUps.createdAt))
    .limit(10)
  if (account) return null
  // This browser's own sign-up first: a later sign-up by another person must not displace it.
  const signUp = pending.find(({ holder }) => secret && holder === holderOf(secret)) ?? pending[0]
  if (!signUp) return null
  if (!(await verifyPassword(signUp.passwordHash, password))) return 'wrong'
  return storeSignUp(deps, signUp, now)
}

/** Creates the verified account and returns its id. Throws AppError 'account.code-wrong' whenever the code cannot be used. */
export async function finishSignUp(
  { db, appSecret, tier }: { db: Db; appSecret: string; tier: Tier },
  { secret, email, code }: { secret: string; email: string; code: string },
  now = new Date(),
): Promise<string> {
  const owner = ownerOf(secret, email.toLowerCase())
  if (!(await verifyCode(db, appSecret, owner, code, now))) throw new AppError('account.code-wrong')
  try {
    return await db.transaction(async (tx) => {
      const [signUp] = await tx
        .select()
        .from(signUps)
        .where(isSignUp(owner.holder, owner.email, now))
      if (!signUp || !(await consumeCode(tx, appSecret, owner, code))) throw new AppError('account.code-wrong')
      // Earlier versions stored the account before its address was verified; nothing references such a row.
      await tx.delete(users).where(and(eq(users.email, signUp.email), eq(users.emailVerified, false)))
      const id = createId()
      await tx.insert(users).values({ id, name: signUp.name, email: signUp.email, emailVerified: true })
      await tx.insert(accounts).values({
        id: createId(),
        userId: id,
        accountId: id,
        providerId: 'credential',
        password: signUp.passwordHash,
      })
      await provisionAccountWithin(tx, id, tier)
      await tx.delete(signUps).where(eq(signUps.email, signUp.email))
      return id
    })
  } catch (error) {
    // Another sign-up with this address finished first, or the address already had an account.
    if (isUniqueViolation(error)) throw new AppError('account.code-wrong', {}, { cause: error })
    throw error
  }
}

async function storeSignUp(deps: Deps, person: { email: string; name: string; passwordHash: string }, now: Date) {
  const secret = randomBytes(32).toString('base64url')
  const { email, name, passwordHash } = person
  await deps.db.transaction(async (tx) => {
    await tx.insert(signUps).values({ holder: holderOf(secret), email, name, passwordHash, createdAt: now })
    await sendCode(deps, tx, ownerOf(secret, email), now)
  })
  return secret
}

async function sendCode({ appSecret, appUrl, enqueueMail }: Deps, tx: Db, owner: CodeOwner, now: Date) {
  const issued = await issueCode(tx, appSecret, owner, now)
  if (!issued) return
  const to = owner.email
  await enqueueMail(tx, {
    to,
    ifAccount: alreadyRegisteredMail({ to, appUrl, now }),
    ifNoAccount: verificationCodeMail({ to, appUrl, minutes: CODE_MINUTES, ...issued }),
  })
}

async function deleteExpired(db: Db, now: Date) {
  await db.delete(signUps).where(lt(signUps.createdAt, oldestValid(now)))
  await deleteExpiredCodes(db, now)
  await deleteExpiredRateLimits(db, now)
}

const oldestValid = (now: Date) => new Date(now.getTime() - SIGN_UP_SECONDS * 1000)
const isSignUp = (holder: string, email: string, now: Date) =>
  and(eq(signUps.holder, holder), eq(signUps.email, email), gt(signUps.createdAt, oldestValid(now)))
const ownerOf = (secret: string, email: string): CodeOwner => ({ purpose: 'sign-up', holder: holderOf(secret), email })
/** A plain hash is enough for 256 random bits. */
const holderOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
