/**
 * Signing up. Nothing here makes an account or claims an address before its code comes back, in the browser that
 * signed up: `holder` is the hash of the secret in that browser's cookie. Somebody else's sign-up with the same
 * address therefore neither replaces a password nor profits from a code that the owner types.
 *
 * None of the requests looks whether the address has an account; that is decided when the mail is sent. The answer
 * is the same for known and unknown addresses, and takes the same time.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { accounts, signUps, users } from '#server/db/schema/index.ts'
import { forgetTurns } from '#server/limits/take-turn.ts'
import { alreadyRegisteredMail, verificationCodeMail } from '#server/mail/messages.ts'
import { CODE_MINUTES, type CodeOwner, forgetCodes, isRightCode, issueCode, spendCode } from './email-codes.ts'
import { isAccount } from './is-account.ts'
import { newId } from './new-id.ts'
import { writeAccount } from './open-account.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { PostLetter } from './queue-mail.ts'

/** How long a browser may come back to its sign-up with a fresh code. */
export const SIGN_UP_SECONDS = 24 * 60 * 60

type Needs = { db: Db; appSecret: string; appUrl: string; postLetter: PostLetter }
type Person = { email: string; name: string; password: string }

/** Keeps the sign-up and posts its code, both or neither. Answers the secret for the browser's cookie. */
export async function startSignUp(needs: Needs, { email, name, password }: Person, now = new Date()): Promise<string> {
  const passwordHash = await hashPassword(password)
  await forgetOld(needs.db, now)
  return keep(needs, { email: email.toLowerCase(), name, passwordHash }, now)
}

/** A fresh code for the sign-up of this browser; nothing when it has none with this address. */
export async function resendCode(needs: Needs, { secret, email }: { secret: string; email: string }, now = new Date()) {
  const [signUp] = await needs.db
    .select({ email: signUps.email })
    .from(signUps)
    .where(isOf(holderOf(secret), email.toLowerCase(), now))
  if (signUp) await needs.db.transaction((tx) => postCode(needs, tx, ownerOf(secret, signUp.email), now))
}

/**
 * Signing in before the address is proven: when e-mail and password are those of a sign-up, a fresh code is posted and
 * this browser becomes a holder; answers its secret. Null when there is no such sign-up; 'wrong' when the password is
 * not its own. Costs one password check when there is a sign-up, as the usual sign-in does.
 */
export async function resumeSignUp(
  needs: Needs,
  { email, password, secret }: { email: string; password: string; secret: string | null },
  now = new Date(),
): Promise<string | 'wrong' | null> {
  const address = email.toLowerCase()
  const [account] = await needs.db.select({ id: users.id }).from(users).where(isAccount(address))
  const waiting = await needs.db
    .select()
    .from(signUps)
    .where(and(eq(signUps.email, address), gt(signUps.createdAt, oldest(now))))
    .orderBy(desc(signUps.createdAt))
    .limit(10)
  if (account) return null
  // This browser's own first: nobody can push it aside by signing up with the same address.
  const signUp = waiting.find(({ holder }) => secret && holder === holderOf(secret)) ?? waiting[0]
  if (!signUp) return null
  if (!(await verifyPassword(signUp.passwordHash, password))) return 'wrong'
  return keep(needs, signUp, now)
}

/** Makes the account, verified, and answers its id. Throws 'account.code-wrong' for everything that does not fit. */
export async function finishSignUp(
  { db, appSecret, tier }: { db: Db; appSecret: string; tier: Tier },
  { secret, email, code }: { secret: string; email: string; code: string },
  now = new Date(),
): Promise<string> {
  const owner = ownerOf(secret, email.toLowerCase())
  if (!(await isRightCode(db, appSecret, owner, code, now))) throw new AppError('account.code-wrong')
  try {
    return await db.transaction(async (tx) => {
      const [signUp] = await tx
        .select()
        .from(signUps)
        .where(isOf(owner.holder, owner.email, now))
      if (!signUp || !(await spendCode(tx, appSecret, owner, code))) throw new AppError('account.code-wrong')
      // Left by versions that stored the account before its address was proven; nothing hangs on it.
      await tx.delete(users).where(and(eq(users.email, signUp.email), eq(users.emailVerified, false)))
      const id = newId()
      await tx.insert(users).values({ id, name: signUp.name, email: signUp.email, emailVerified: true })
      await tx.insert(accounts).values({
        id: newId(),
        userId: id,
        accountId: id,
        providerId: 'credential',
        password: signUp.passwordHash,
      })
      await writeAccount(tx, id, tier)
      await tx.delete(signUps).where(eq(signUps.email, signUp.email))
      return id
    })
  } catch (error) {
    // Another sign-up with this address was faster, or the address had an account all along.
    if (isUniqueViolation(error)) throw new AppError('account.code-wrong', {}, { cause: error })
    throw error
  }
}

async function keep(needs: Needs, person: { email: string; name: string; passwordHash: string }, now: Date) {
  const secret = randomBytes(32).toString('base64url')
  const { email, name, passwordHash } = person
  await needs.db.transaction(async (tx) => {
    await tx.insert(signUps).values({ holder: holderOf(secret), email, name, passwordHash, createdAt: now })
    await postCode(needs, tx, ownerOf(secret, email), now)
  })
  return secret
}

async function postCode({ appSecret, appUrl, postLetter }: Needs, tx: Db, owner: CodeOwner, now: Date) {
  const issued = await issueCode(tx, appSecret, owner, now)
  if (!issued) return
  const to = owner.email
  await postLetter(tx, {
    to,
    toAccount: alreadyRegisteredMail({ to, appUrl, now }),
    toNobody: verificationCodeMail({ to, appUrl, minutes: CODE_MINUTES, ...issued }),
  })
}

async function forgetOld(db: Db, now: Date) {
  await db.delete(signUps).where(lt(signUps.createdAt, oldest(now)))
  await forgetCodes(db, now)
  await forgetTurns(db, now)
}

const oldest = (now: Date) => new Date(now.getTime() - SIGN_UP_SECONDS * 1000)
const isOf = (holder: string, email: string, now: Date) =>
  and(eq(signUps.holder, holder), eq(signUps.email, email), gt(signUps.createdAt, oldest(now)))
const ownerOf = (secret: string, email: string): CodeOwner => ({ purpose: 'sign-up', holder: holderOf(secret), email })
/** A plain hash is enough for 256 random bits. */
const holderOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
