/**
 * Changes the address of an account. A code sent to the new address verifies it first; only the same account can use
 * it.
 */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { resetLinks, users } from '#server/platform/db/schema/index.ts'
import { alreadyRegisteredMail, changeEmailMail, emailChangedMail } from '#server/mail/messages.ts'
import { CODE_MINUTES, type CodeKey, consumeCode, issueCode, verifyCode } from './email-codes.ts'
import type { EnqueueMail } from './enqueue-mail.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import { readLanguage } from './language.ts'
import { type CurrentSession, reauthenticate } from './reauthenticate.ts'

type Deps = { db: Db; appSecret: string; appUrl: string; enqueueMail: EnqueueMail; adminEmails: string[] }

/**
 * Sends a code to the new address; if that address already has an account, its owner gets a notice instead. Throws as
 * `issueCode` and `reauthenticate` do.
 */
export async function requestEmailChange(
  { db, appSecret, appUrl, enqueueMail }: Deps,
  { email, password, ...session }: CurrentSession & { email: string; password?: string },
  now = new Date(),
) {
  await reauthenticate(db, session, password, now)
  const to = email.toLowerCase()
  await db.transaction(async (tx) => {
    const language = await readLanguage(tx, session.userId)
    const requester = { id: `account ${session.userId}`, isKnown: false, language }
    const issued = await issueCode(tx, appSecret, emailChangeKey(session.userId, to), requester, now)
    const ifNoAccount = changeEmailMail({ to, appUrl, minutes: CODE_MINUTES, ...issued })
    await enqueueMail(tx, { to, ifAccount: alreadyRegisteredMail({ to, appUrl, now }), ifNoAccount, language })
  })
}

/**
 * Sets the verified address and notifies the old one. Throws AppError 'account.code-wrong' whenever the code cannot be
 * used.
 */
export async function changeEmail(
  { db, appSecret, appUrl, enqueueMail, adminEmails }: Deps,
  { userId, email, code }: { userId: string; email: string; code: string },
  now = new Date(),
): Promise<{ email: string }> {
  const key = emailChangeKey(userId, email.toLowerCase())
  if (!(await verifyCode(db, appSecret, key, code, now))) throw new AppError('account.code-wrong')
  try {
    await db.transaction(async (tx) => {
      if (!(await consumeCode(tx, appSecret, key, code))) throw new AppError('account.code-wrong')
      await tx.delete(users).where(and(eq(users.email, key.email), eq(users.emailVerified, false)))
      const [before] = await tx
        .select({ email: users.email, language: users.language })
        .from(users)
        .where(eq(users.id, userId))
        .for('update')
      if (!before) throw new AppError('account.sign-in-required')
      await tx.update(users).set({ email: key.email, updatedAt: now }).where(eq(users.id, userId))
      await tx.delete(resetLinks).where(eq(resetLinks.email, before.email))
      const notice = emailChangedMail({ to: before.email, newEmail: key.email, appUrl, now })
      await enqueueMail(tx, { to: before.email, ifAccount: null, ifNoAccount: notice, language: before.language })
    })
  } catch (error) {
    // Another account verified the address first.
    if (isUniqueViolation(error)) throw new AppError('account.code-wrong', {}, { cause: error })
    throw error
  }
  await grantListedAdmins(db, adminEmails)
  return { email: key.email }
}

const emailChangeKey = (userId: string, email: string): CodeKey => ({
  purpose: 'change-email',
  requestedBy: userId,
  email,
})
