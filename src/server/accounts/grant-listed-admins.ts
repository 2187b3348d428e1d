import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, users } from '#server/platform/db/schema/index.ts'

/**
 * Grants the administrator role to accounts whose verified address is in ADMIN_EMAILS. Runs at startup and whenever an
 * address is verified. Removing an address from the list does not revoke the role.
 */
export async function grantListedAdmins(db: Db, adminEmails: string[]) {
  if (adminEmails.length === 0) return
  const listed = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.email, adminEmails), eq(users.emailVerified, true)))
  if (listed.length > 0) await db.insert(adminUsers).values(listed).onConflictDoNothing()
}
