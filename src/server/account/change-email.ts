/** A new address for an account: proven by a code first, in the same account's hands. */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { resetLinks, users } from '#server/db/schema/index.ts'
import { alreadyRegisteredMail, changeEmailMail, emailChangedMail } from '#server/mail/messages.ts'
import { confirmOwner, type Who } from './confirm-owner.ts'
import { CODE_MINUTES, type CodeOwner, isRightCode, issueCode, spendCode } from './email-codes.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import type { PostLetter } from './queue-mail.ts'

type Needs = { db: Db; appSecret: string; appUrl: string; postLetter: PostLetter; adminEmails: string[] }

/** Posts the code to the new address. The same for an address that has an account: its owner gets a mail instead. */
export async function requestEmailChange(
  { db, appSecret, appUrl, postLetter }: Needs,
  { email, password, ...who }: Who & { email: string; password?: string },
  now = new Date(),
) {
  await confirmOwner(db, who, password, now)
  const to = email.toLowerCase()
  await db.transaction(async (tx) => {
    const issued = await issueCode(tx, appSecret, ownerOf(who.userId, to), now)
    if (!issued) return
    const toNobody = changeEmailMail({ to, appUrl, minutes: CODE_MINUTES, ...issued })
    await postLetter(tx, { to, toAccount: alreadyRegisteredMail({ to, appUrl, now }), toNobody })
  })
}

/** Puts the proven address in place and tells the old one. Throws 'account.code-wrong' for all that does not fit. */
export async function changeEmail(
  { db, appSecret, appUrl, postLetter, adminEmails }: Needs,
  { userId, email, code }: { userId: string; email: string; code: string },
  now = new Date(),
): Promise<{ email: string }> {
  const owner = ownerOf(userId, email.toLowerCase())
  if (!(await isRightCode(db, appSecret, owner, code, now))) throw new AppError('account.code-wrong')
  try {
    await db.transaction(async (tx) => {
      if (!(await spendCode(tx, appSecret, owner, code))) throw new AppError('account.code-wrong')
      await tx.delete(users).where(and(eq(users.email, owner.email), eq(users.emailVerified, false)))
      const [before] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
      if (!before) throw new AppError('account.sign-in-required')
      await tx.update(users).set({ email: owner.email, updatedAt: now }).where(eq(users.id, userId))
      await tx.delete(resetLinks).where(eq(resetLinks.email, before.email))
      const notice = emailChangedMail({ to: before.email, newEmail: owner.email, appUrl, now })
      await postLetter(tx, { to: before.email, toAccount: null, toNobody: notice })
    })
  } catch (error) {
    // Somebody else proved the address first.
    if (isUniqueViolation(error)) throw new AppError('account.code-wrong', {}, { cause: error })
    throw error
  }
  await grantListedAdmins(db, adminEmails)
  return { email: owner.email }
}

const ownerOf = (userId: string, email: string): CodeOwner => ({ purpose: 'change-email', holder: userId, email })
