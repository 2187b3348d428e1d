import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers } from '#server/platform/db/schema/index.ts'
import { unsafeFindUser } from './find-user.ts'

/**
 * Makes a user an administrator; `changed` is false when they are one already. Throws 'admin.no-account', and
 * 'admin.not-verified' because anyone can register an unverified address.
 */
export async function grantAdmin(db: Db, email: string): Promise<{ email: string; changed: boolean }> {
  const user = await unsafeFindUser(db, email)
  if (!user.emailVerified) throw new AppError('admin.not-verified', { email: user.email })
  const granted = await db
    .insert(adminUsers)
    .values({ id: user.id })
    .onConflictDoNothing()
    .returning({ id: adminUsers.id })
  return { email: user.email, changed: granted.length > 0 }
}
