import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/schema/index.ts'

/** Before a session begins, by whichever way in: a suspended account gets none. */
export async function refuseSuspended(db: Db, userId: string) {
  const [account] = await db.select({ suspendedAt: users.suspendedAt }).from(users).where(eq(users.id, userId))
  if (account?.suspendedAt) throw new APIError('FORBIDDEN', { code: 'account.suspended', message: 'The account is suspended.' })
}
