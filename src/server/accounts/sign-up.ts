/**
 * Sign-up. The account is created only when the code is entered in the browser that signed up, which has a token in a
 * cookie. So another user's sign-up with the same address cannot replace a password, nor use a code that the owner of
 * the address enters.
 *
 * No request depends on whether the address has an account; that is decided when the mail is sent. Known and unknown
 * addresses get the same response in the same time.
 */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { accounts, signUps, users } from '#server/platform/db/schema/index.ts'
import { alreadyRegisteredMail, verificationCodeMail } from '#server/mail/messages.ts'
import {
  CODE_MINUTES,
  type CodeKey,
  consumeCode,
  deleteExpiredCodes,
  hashAccountToken,
  issueCode,
  verifyCode,
} from './email-codes.ts'
import type { EnqueueMail } from './enqueue-mail.ts'
import type { MailRequester } from './mail-requester.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'
import { createId, whereAccountOf, provisionAccountWithin } from './provision-account.ts'

/** How long a browser can finish its sign-up, if need be with a new code. */
export const SIGN_UP_SECONDS = 24 * 60 * 60

type Deps = { db: Db; appSecret: string; appUrl: string; enqueueMail: EnqueueMail }

/**
 * Stores the sign-up and sends its code in one transaction. Returns the token for the browser's cookie. Throws AppError
 * 'account.too-many-mails' as `takeMail` does.
 */
export async function startSignUp(
  deps: Deps,
  { email, name, password }: { email: string; name: string; password: string },
  requester: MailRequester,
  now = new Date(),
): Promise<string> {
  const passwordHash = await hashPassword(password)
  await deleteExpired(deps.db, now)
  return storeSignUp(deps, { email: email.toLowerCase(), name, passwordHash }, requester, now)
}

/** Sends a new code if the browser with this token has a sign-up with this address. Throws as `startSignUp` does. */
export async function resendCode(
  deps: Deps,
  { token, email }: { token: string; email: string },
  requester: MailRequester,
  now = new Date(),
) {
  const key = signUpKey(token, email)
  const signUp = await findSignUp(deps.db, key, now)
  if (signUp) await deps.db.transaction((tx) => sendCode(deps, tx, key, requester, now))
}

/**
 * Handles a sign-in with the credentials of an unfinished sign-up: sends a new code and returns a new token, so that
 * this browser can finish the sign-up. Null when there is no such sign-up, 'wrong' when the password is wrong. Verifies
 * one password, as a normal sign-in does, so that the response time is the same. Throws as `startSignUp` does.
 */
export async function resumeSignUp(
  deps: Deps,
  { email, password, token }: { email: string; password: string; token: string | null },
  requester: MailRequester,
  now = new Date(),
): Promise<string | 'wrong' | null> {
  const lowerCased = email.toLowerCase()
  const [account] = await deps.db.select({ id: users.id }).from(users).where(whereAccountOf(lowerCased))
  const pending = await deps.db
    .select()
    .from(signUps)
    .where(and(eq(signUps.email, lowerCased), isUnexpired(now)))
    .orderBy(desc(signUps.createdAt))
    .limit(10)
  if (account) return null
  // This browser's own sign-up first: a later sign-up by another user must not displace it.
  const signUp = pending.find(({ tokenHash }) => token && tokenHash === hashAccountToken(token)) ?? pending[0]
  if (!signUp) return null
  if (!(await verifyPassword(signUp.passwordHash, password))) return 'wrong'
  return storeSignUp(deps, signUp, requester, now)
}

/**
 * Creates the verified account and returns its id. Throws AppError 'account.code-wrong' whenever the code cannot be
 * used.
 */
export async function finishSignUp(
  { db, appSecret, tier }: { db: Db; appSecret: string; tier: Tier },
  { token, email, code, language }: { token: string; email: string; code: string; language: string },
  now = new Date(),
): Promise<string> {
  const key = signUpKey(token, email)
  if (!(await verifyCode(db, appSecret, key, code, now))) throw new AppError('account.code-wrong')
  try {
    return await db.transaction(async (tx) => {
      const signUp = await findSignUp(tx, key, now)
      if (!signUp || !(await consumeCode(tx, appSecret, key, code))) throw new AppError('account.code-wrong')
      const userId = await createAccount(tx, { ...signUp, language })
      await provisionAccountWithin(tx, userId, tier)
      await tx.delete(signUps).where(eq(signUps.email, signUp.email))
      return userId
    })
  } catch (error) {
    // Another sign-up with this address finished first, or the address already had an account.
    if (isUniqueViolation(error)) throw new AppError('account.code-wrong', {}, { cause: error })
    throw error
  }
}

type SignUp = Pick<typeof signUps.$inferSelect, 'email' | 'name' | 'passwordHash'>

async function storeSignUp(
  deps: Deps,
  { email, name, passwordHash }: SignUp,
  requester: MailRequester,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await deps.db.transaction(async (tx) => {
    await tx.insert(signUps).values({ tokenHash: hashAccountToken(token), email, name, passwordHash, createdAt: now })
    await sendCode(deps, tx, signUpKey(token, email), requester, now)
  })
  return token
}

async function sendCode(
  { appSecret, appUrl, enqueueMail }: Deps,
  tx: Db,
  key: CodeKey,
  requester: MailRequester,
  now: Date,
) {
  const issued = await issueCode(tx, appSecret, key, requester, now)
  const to = key.email
  await enqueueMail(tx, {
    to,
    ifAccount: alreadyRegisteredMail({ to, appUrl, now }),
    ifNoAccount: verificationCodeMail({ to, appUrl, minutes: CODE_MINUTES, ...issued }),
    language: requester.language,
  })
}

async function findSignUp(db: Db, { requestedBy, email }: CodeKey, now: Date): Promise<SignUp | undefined> {
  const [signUp] = await db
    .select()
    .from(signUps)
    .where(and(eq(signUps.tokenHash, requestedBy), eq(signUps.email, email), isUnexpired(now)))
  return signUp
}

async function createAccount(
  tx: Db,
  { email, name, passwordHash, language }: SignUp & { language: string },
): Promise<string> {
  // Earlier versions stored the account before its address was verified; nothing references such a row.
  await tx.delete(users).where(and(eq(users.email, email), eq(users.emailVerified, false)))
  const id = createId()
  await tx.insert(users).values({ id, name, email, emailVerified: true, language })
  const credential = { accountId: id, providerId: 'credential', password: passwordHash }
  await tx.insert(accounts).values({ id: createId(), userId: id, ...credential })
  return id
}

async function deleteExpired(db: Db, now: Date) {
  await db.delete(signUps).where(lt(signUps.createdAt, expiredBefore(now)))
  await deleteExpiredCodes(db, now)
}

const isUnexpired = (now: Date) => gt(signUps.createdAt, expiredBefore(now))
const expiredBefore = (now: Date) => new Date(now.getTime() - SIGN_UP_SECONDS * 1000)

const signUpKey = (token: string, email: string): CodeKey => ({
  purpose: 'sign-up',
  requestedBy: hashAccountToken(token),
  email: email.toLowerCase(),
})
