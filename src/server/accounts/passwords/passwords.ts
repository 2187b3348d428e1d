import { hashPassword as hash, verifyPassword as verify } from 'better-auth/crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { accounts, sessions } from '#server/platform/db/schema/index.ts'
import { createId } from '#server/accounts/provision-account.ts'

/** Hashes with scrypt as Better Auth does: both read the same column. */
export const hashPassword = (password: string): Promise<string> => hash(password)

export const verifyPassword = (stored: string, password: string): Promise<boolean> => verify({ hash: stored, password })

/**
 * Sets the password of an account, also of one that had none, and ends all its sessions except the one with the id
 * `keepSession`.
 */
export async function storePassword(
  tx: Db,
  userId: string,
  passwordHash: string,
  { keepSession }: { keepSession: string | null },
) {
  const updated = await tx
    .update(accounts)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .returning({ id: accounts.id })
  if (updated.length === 0) {
    const identity = { accountId: userId, providerId: 'credential', password: passwordHash }
    await tx.insert(accounts).values({ id: createId(), userId, ...identity })
  }
  const others = keepSession ? ne(sessions.id, keepSession) : undefined
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
}
