/** How a person can sign in to an account: identities (password or single sign-on) and the second factor. */
import { and, asc, eq, ne } from 'drizzle-orm'
import type { MyAccount } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accounts, twoFactors, users } from '#server/platform/db/schema/index.ts'
import { SSO_PROVIDER_ID } from './sso.ts'

export async function listSignInMethods(
  db: Db,
  userId: string,
): Promise<Pick<MyAccount['user'], 'factors' | 'identities'>> {
  const identities = await db
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
    identities: identities.map(({ id, providerId, createdAt }) => ({
      id,
      provider: providerId === 'credential' ? 'email' : providerId,
      created_at: createdAt.toISOString(),
    })),
  }
}

/**
 * Removes a single sign-on identity from an account. Throws AppError 'account.identity-not-found', and
 * 'account.last-way-in' when no sign-in method would be left that is configured now.
 */
export async function unlinkIdentity(
  { db, config }: { db: Db; config: Pick<Config, 'oidc'> },
  { userId, id }: { userId: string; id: string },
) {
  await db.transaction(async (tx) => {
    // Locked: of two concurrent requests, each would count the identity that the other removes.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const identities = await tx.select().from(accounts).where(eq(accounts.userId, userId))
    if (!identities.some((identity) => identity.id === id && identity.providerId !== 'credential')) {
      throw new AppError('account.identity-not-found')
    }
    const isUsable = (providerId: string) =>
      providerId === 'credential' || (providerId === SSO_PROVIDER_ID && config.oidc !== undefined)
    const remaining = identities.filter((identity) => identity.id !== id && isUsable(identity.providerId))
    if (remaining.length === 0) throw new AppError('account.last-way-in')
    await tx
      .delete(accounts)
      .where(and(eq(accounts.id, id), eq(accounts.userId, userId), ne(accounts.providerId, 'credential')))
  })
}
