import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers } from '#server/platform/db/schema/index.ts'

/** Revokes the administrator role, effective from the user's next request. */
export async function revokeAdmin(db: Db, userId: string): Promise<{ changed: boolean }> {
  const revoked = await db.delete(adminUsers).where(eq(adminUsers.id, userId)).returning({ id: adminUsers.id })
  return { changed: revoked.length > 0 }
}
