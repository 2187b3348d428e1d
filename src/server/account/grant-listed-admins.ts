import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { adminUsers, users } from '#server/db/schema/index.ts'

/**
 * Makes the accounts whose verified address stands in ADMIN_EMAILS administrators: at the start for those that
 * exist, at verification for those that come later. An address taken off the list keeps the right until it is revoked.
 */
export async function grantListedAdmins(db: Db, adminEmails: string[]) {
  if (adminEmails.length === 0) return
  const listed = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, adminEmails), eq(users.emailVerified, true)))
  if (listed.length > 0) await db.insert(adminUsers).values(listed).onConflictDoNothing()
}
