/** Accounts whose address is not proven yet. Nobody can sign in to one, so nothing hangs on it. */
import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/schema/index.ts'

/**
 * Whoever signs up with an address that was never verified starts afresh: somebody else's earlier attempt must not
 * leave its password behind, and an attempt that a crash cut short must not block the address.
 */
export async function makeRoomForSignUp(db: Db, email: string) {
  await db.delete(users).where(isUnverified(email))
}

export async function awaitsVerification(db: Db, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(isUnverified(email))
  return found.length > 0
}

const isUnverified = (email: string) => and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, false))
