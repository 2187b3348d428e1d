import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { resetLinks, users } from '#server/platform/db/schema/index.ts'
import { passwordChangedMail } from '#server/mail/messages.ts'
import type { EnqueueMail } from '#server/accounts/enqueue-mail.ts'
import { type CurrentSession, reauthenticate } from '#server/accounts/reauthenticate.ts'
import { hashPassword, storePassword } from './passwords.ts'
import { rejectWeakPassword } from './reject-weak-password.ts'

type Deps = { db: Db; appUrl: string; enqueueMail: EnqueueMail }
type Change = CurrentSession & { currentPassword?: string; newPassword: string }

/** Ends every other session. Throws as `reauthenticate` and `rejectWeakPassword` do. */
export async function changePassword({ db, appUrl, enqueueMail }: Deps, change: Change, now = new Date()) {
  await reauthenticate(db, change, change.currentPassword, now)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, change.userId))
  if (!user) throw new AppError('account.sign-in-required')
  rejectWeakPassword(change.newPassword, user.email)
  const passwordHash = await hashPassword(change.newPassword)
  await db.transaction(async (tx) => {
    await storePassword(tx, change.userId, passwordHash, { keepSession: change.sessionId })
    await tx.delete(resetLinks).where(eq(resetLinks.email, user.email))
    await enqueueMail(tx, {
      to: user.email,
      ifAccount: passwordChangedMail({ to: user.email, appUrl, now }),
      ifNoAccount: null,
    })
  })
}
