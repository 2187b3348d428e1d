import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { accounts, sessions } from '#server/db/schema/index.ts'
import { newId } from './new-id.ts'

/**
 * Makes `passwordHash` the password of an account, also of one that had none, and ends its sessions but for the one
 * with the id `keepSession`.
 */
export async function storePassword(
  tx: Db,
  userId: string,
  passwordHash: string,
  { keepSession }: { keepSession: string | null },
) {
  const stored = await tx
    .update(accounts)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id })
  if (stored.length === 0) {
    const way = { accountId: userId, providerId: 'credential', password: passwordHash }
    await tx.insert(accounts).values({ id: newId(), userId, ...way })
  }
  const others = keepSession ? ne(sessions.id, keepSession) : undefined
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
}
