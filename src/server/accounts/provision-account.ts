import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { users, userSettings } from '#server/platform/db/schema/index.ts'
import { openBalance } from '#server/credits/open-balance.ts'

/** Creates the settings and the opening balance of an account. Idempotent: keeps what exists. */
export async function provisionAccount(db: Db, userId: string, tier: Tier) {
  await db.transaction((tx) => provisionAccountWithin(tx, userId, tier))
}

/** `provisionAccount` in the caller's transaction. */
export async function provisionAccountWithin(tx: Db, userId: string, tier: Tier) {
  await tx.insert(userSettings).values({ userId, tier }).onConflictDoNothing()
  await openBalance(tx, userId, tier)
}

/** An id for rows of tables that Better Auth writes too. */
export const createId = () => randomBytes(24).toString('base64url')

/** Condition on `users`: the account with this address. Only a verified address belongs to an account. */
export const whereAccountOf = (email: string) =>
  and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, true))
