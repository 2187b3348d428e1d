import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers } from '#server/platform/db/schema/index.ts'
import { unsafeFindUser } from './find-user.ts'

/** Revokes the administrator role, effective from the user's next request. Throws 'admin.no-account'. */
export async function revokeAdmin(db: Db, email: string): Promise<{ email: string; changed: boolean }> {
  const user = await unsafeFindUser(db, email)
  const revoked = await db.delete(adminUsers).where(eq(adminUsers.id, user.id)).returning({ id: adminUsers.id })
  return { email: user.email, changed: revoked.length > 0 }
}
