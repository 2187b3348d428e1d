import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { users } from '#server/platform/db/schema/index.ts'

/** Finds any user by email address. Only for operators and administrators. Throws 'admin.no-account'. */
export async function unsafeFindUser(db: Db, email: string) {
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, email.toLowerCase()))
  if (!user) throw new AppError('admin.no-account', { email })
  return user
}
