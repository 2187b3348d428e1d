import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { adminUsers } from '#server/db/schema/index.ts'
import { unsafeFindAccount } from './find-account.ts'

/**
 * Makes a verified account an administrator. Throws 'admin.no-account', and 'admin.not-verified' since an address
 * that nobody has proven may have been registered by somebody else.
 */
export async function grantAdmin(db: Db, email: string): Promise<{ email: string; changed: boolean }> {
  const account = await unsafeFindAccount(db, email)
  if (!account.emailVerified) throw new AppError('admin.not-verified', { email: account.email })
  const granted = await db
    .insert(adminUsers)
    .values({ id: account.id })
    .onConflictDoNothing()
    .returning({ id: adminUsers.id })
  return { email: account.email, changed: granted.length > 0 }
}
