/** The ways into an account: its identities (password, outside issuer) and its second factor. */
import { asc, eq } from 'drizzle-orm'
import type { MyAccount } from '#shared/account.ts'
import type { Db } from '#server/db/database.ts'
import { accounts, twoFactors } from '#server/db/schema/index.ts'

export async function waysIn(db: Db, userId: string): Promise<Pick<MyAccount['user'], 'factors' | 'identities'>> {
  const ways = await db
    .select({ id: accounts.id, providerId: accounts.providerId, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
  const factors = await db
    .select({ verified: twoFactors.verified })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
  return {
    factors: factors.map(({ verified }) => ({ factor_type: 'totp', status: verified ? 'verified' : 'unverified' })),
    identities: ways.map(({ id, providerId, createdAt }) => ({
      id,
      provider: providerId === 'credential' ? 'email' : providerId,
      created_at: createdAt.toISOString(),
    })),
  }
}
