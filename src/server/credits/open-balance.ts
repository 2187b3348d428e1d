import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { userCredits } from '#server/platform/db/schema/index.ts'
import { changeBalance } from './change-balance.ts'

/** Creates the balance of a new account with its plan's credits and the first ledger entry. Idempotent. */
export async function openBalance(tx: Db, userId: string, tier: Tier) {
  const opened = await tx
    .insert(userCredits)
    .values({ userId, creditsCount: 0 })
    .onConflictDoNothing()
    .returning({ userId: userCredits.userId })
  if (opened.length > 0) await changeBalance(tx, { userId, occasion: 'account', tier })
}
