/**
 * A new password for somebody who has lost the old one: a link by mail, good for an hour and for one use. Asking for
 * it does not look whether the address has an account, see sign-up.ts.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { resetLinks, users } from '#server/db/schema/index.ts'
import { takeTurn } from '#server/limits/take-turn.ts'
import { resetLinkMail, passwordChangedMail } from '#server/mail/messages.ts'
import { isAccount } from './is-account.ts'
import { hashPassword } from './passwords.ts'
import type { PostLetter } from './queue-mail.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { storePassword } from './store-password.ts'

const LINK_MINUTES = 60
const LINKS_PER_HOUR = { most: 5, windowSeconds: 3600 }

type Needs = { db: Db; appUrl: string; postLetter: PostLetter }

export async function requestPasswordReset({ db, appUrl, postLetter }: Needs, email: string, now = new Date()) {
  const to = email.toLowerCase()
  await db.delete(resetLinks).where(lt(resetLinks.expiresAt, now))
  const turn = await takeTurn(db, { key: `reset ${to}`, ...LINKS_PER_HOUR }, now)
  if (!turn.allowed) return
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
  await db.transaction(async (tx) => {
    await tx.insert(resetLinks).values({ tokenHash: hashOf(token), email: to, expiresAt })
    const message = resetLinkMail({ to, token, appUrl, expiresAt, minutes: LINK_MINUTES })
    await postLetter(tx, { to, toAccount: message, toNobody: null })
  })
}

/**
 * Sets the password and ends every session of the account. Of several with the same link one succeeds. Throws
 * 'account.reset-link-invalid', and before the link is used up 'account.password-known'.
 */
export async function resetPassword(
  { db, appUrl, postLetter }: Needs,
  { token, newPassword }: { token: string; newPassword: string },
  now = new Date(),
) {
  const isThis = and(eq(resetLinks.tokenHash, hashOf(token)), gt(resetLinks.expiresAt, now))
  const [link] = await db.select({ email: resetLinks.email }).from(resetLinks).where(isThis)
  if (!link) throw new AppError('account.reset-link-invalid')
  refuseWeakPassword(newPassword, link.email)
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    const [used] = await tx.delete(resetLinks).where(isThis).returning({ email: resetLinks.email })
    const [user] = used ? await tx.select({ id: users.id }).from(users).where(isAccount(used.email)) : []
    if (!used || !user) throw new AppError('account.reset-link-invalid')
    await storePassword(tx, user.id, passwordHash, { keepSession: null })
    await tx.delete(resetLinks).where(eq(resetLinks.email, used.email))
    await postLetter(tx, {
      to: used.email,
      toAccount: passwordChangedMail({ to: used.email, appUrl, now }),
      toNobody: null,
    })
  })
}

/** A plain hash is enough for 256 random bits. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
