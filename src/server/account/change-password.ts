import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { resetLinks, users } from '#server/db/schema/index.ts'
import { passwordChangedMail } from '#server/mail/messages.ts'
import { confirmOwner, type Who } from './confirm-owner.ts'
import { hashPassword } from './passwords.ts'
import type { PostLetter } from './queue-mail.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { storePassword } from './store-password.ts'

type Needs = { db: Db; appUrl: string; postLetter: PostLetter }
type Change = Who & { currentPassword?: string; newPassword: string }

/** Ends every other session. Throws as `confirmOwner` and `refuseWeakPassword` do. */
export async function changePassword({ db, appUrl, postLetter }: Needs, change: Change, now = new Date()) {
  await confirmOwner(db, change, change.currentPassword, now)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, change.userId))
  if (!user) throw new AppError('account.sign-in-required')
  refuseWeakPassword(change.newPassword, user.email)
  const passwordHash = await hashPassword(change.newPassword)
  await db.transaction(async (tx) => {
    await storePassword(tx, change.userId, passwordHash, { keepSession: change.sessionId })
    await tx.delete(resetLinks).where(eq(resetLinks.email, user.email))
    await postLetter(tx, {
      to: user.email,
      toAccount: passwordChangedMail({ to: user.email, appUrl, now }),
      toNobody: null,
    })
  })
}
