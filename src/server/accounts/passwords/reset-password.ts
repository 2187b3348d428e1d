/**
 * Password reset by a mailed link, valid for one hour and one use. As in sign-up.ts, the request does not depend on
 * whether the address has an account.
 */
import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { resetLinks, users } from '#server/platform/db/schema/index.ts'
import { resetLinkMail, passwordChangedMail } from '#server/mail/messages.ts'
import { hashAccountToken, takeMail } from '#server/accounts/email-codes.ts'
import type { EnqueueMail } from '#server/accounts/enqueue-mail.ts'
import type { MailRequester } from '#server/accounts/mail-requester.ts'
import { whereAccountOf } from '#server/accounts/provision-account.ts'
import { hashPassword, storePassword } from './passwords.ts'
import { rejectWeakPassword } from './reject-weak-password.ts'

const LINK_MINUTES = 60

type Deps = { db: Db; appSecret: string; appUrl: string; enqueueMail: EnqueueMail }

/** Throws AppError 'account.too-many-mails' as `takeMail` does. */
export async function requestPasswordReset(
  { db, appSecret, appUrl, enqueueMail }: Deps,
  email: string,
  requester: MailRequester,
  now = new Date(),
) {
  const to = email.toLowerCase()
  await db.delete(resetLinks).where(lt(resetLinks.expiresAt, now))
  await takeMail(db, appSecret, { purpose: 'reset', email: to }, requester, now)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
  await db.transaction(async (tx) => {
    await tx.insert(resetLinks).values({ tokenHash: hashAccountToken(token), email: to, expiresAt })
    const message = resetLinkMail({ to, token, appUrl, expiresAt, minutes: LINK_MINUTES })
    await enqueueMail(tx, { to, ifAccount: message, ifNoAccount: null })
  })
}

/** Whether the link of this token can still set a password. */
export async function isResetLinkValid({ db }: { db: Db }, token: string, now = new Date()): Promise<boolean> {
  const [link] = await db.select({ email: resetLinks.email }).from(resetLinks).where(isValidLink(token, now))
  return link !== undefined
}

const isValidLink = (token: string, now: Date) =>
  and(eq(resetLinks.tokenHash, hashAccountToken(token)), gt(resetLinks.expiresAt, now))

/**
 * Sets the password, ends every session of the account and returns its address. Of concurrent requests with the same
 * link, one succeeds. A weak password does not use the link up. Throws AppError 'account.reset-link-invalid', and as
 * `rejectWeakPassword` does.
 */
export async function resetPassword(
  { db, appUrl, enqueueMail }: Deps,
  { token, newPassword }: { token: string; newPassword: string },
  now = new Date(),
): Promise<string> {
  const isValid = isValidLink(token, now)
  const [link] = await db.select({ email: resetLinks.email }).from(resetLinks).where(isValid)
  if (!link) throw new AppError('account.reset-link-invalid')
  rejectWeakPassword(newPassword, link.email)
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    const [used] = await tx.delete(resetLinks).where(isValid).returning({ email: resetLinks.email })
    if (!used) throw new AppError('account.reset-link-invalid')
    const [user] = await tx.select({ id: users.id }).from(users).where(whereAccountOf(used.email))
    if (!user) throw new AppError('account.reset-link-invalid')
    await storePassword(tx, user.id, passwordHash, { keepSession: null })
    await tx.delete(resetLinks).where(eq(resetLinks.email, used.email))
    await enqueueMail(tx, {
      to: used.email,
      ifAccount: passwordChangedMail({ to: used.email, appUrl, now }),
      ifNoAccount: null,
    })
  })
  return link.email
}
