import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { adminUsers } from '#server/db/schema/index.ts'
import { unsafeFindAccount } from './find-account.ts'

/** Ends an account's administrator right; it counts from the next request on. Throws 'admin.no-account'. */
export async function revokeAdmin(db: Db, email: string): Promise<{ email: string; changed: boolean }> {
  const account = await unsafeFindAccount(db, email)
  const revoked = await db.delete(adminUsers).where(eq(adminUsers.id, account.id)).returning({ id: adminUsers.id })
  return { email: account.email, changed: revoked.length > 0 }
}
