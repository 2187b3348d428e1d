import type { Tier } from '#shared/plans.ts'
import { openBalance } from '#server/credits/open-balance.ts'
import type { Db } from '#server/db/database.ts'
import { userSettings } from '#server/db/schema/index.ts'

/**
 * What belongs to every account besides its sign-in: settings with the plan, and the first balance with its ledger
 * entry. Safe to call again: what is there stays as it is.
 */
export async function openAccount(db: Db, userId: string, tier: Tier) {
  await db.transaction((tx) => writeAccount(tx, userId, tier))
}

/** `openAccount` within a transaction of the caller's. */
export async function writeAccount(tx: Db, userId: string, tier: Tier) {
  await tx.insert(userSettings).values({ userId, tier }).onConflictDoNothing()
  await openBalance(tx, userId, tier)
}
