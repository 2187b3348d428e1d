import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, users } from '#server/platform/db/schema/index.ts'

/**
 * Makes a user an administrator; `changed` is false when they are one already. Throws 'admin.no-person', and
 * 'admin.not-verified' because anyone can register an unverified address.
 */
export async function grantAdmin(db: Db, userId: string): Promise<{ changed: boolean }> {
  const [user] = await db
    .select({ email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new AppError('admin.no-person')
  if (!user.emailVerified) throw new AppError('admin.not-verified', { email: user.email })
  const granted = await db
    .insert(adminUsers)
    .values({ id: userId })
    .onConflictDoNothing()
    .returning({ id: adminUsers.id })
  return { changed: granted.length > 0 }
}
