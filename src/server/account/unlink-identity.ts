import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { accounts, users } from '#server/db/schema/index.ts'

/**
 * Takes an identity of an outside issuer off an account. Throws 'account.identity-not-found', and 'account.last-way-in'
 * when neither a password nor another identity that `usable` names would be left.
 */
export async function unlinkIdentity(db: Db, { userId, id, usable }: { userId: string; id: string; usable: string[] }) {
  await db.transaction(async (tx) => {
    // Two at once must not each leave the other's.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    const ways = await tx.select().from(accounts).where(eq(accounts.userId, userId))
    if (!ways.some((way) => way.id === id && way.providerId !== 'credential')) {
      throw new AppError('account.identity-not-found')
    }
    const left = ways.filter((way) => way.id !== id && [...usable, 'credential'].includes(way.providerId))
    if (left.length === 0) throw new AppError('account.last-way-in')
    await tx
      .delete(accounts)
      .where(and(eq(accounts.id, id), eq(accounts.userId, userId), ne(accounts.providerId, 'credential')))
  })
}
