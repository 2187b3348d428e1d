import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/schema/index.ts'

/** The account with this address, whoever asks: for operators and administrators only. Throws 'admin.no-account'. */
export async function unsafeFindAccount(db: Db, email: string) {
  const [account] = await db
    .select({ id: users.id, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email.toLowerCase()))
  if (!account) throw new AppError('admin.no-account', { email })
  return account
}
