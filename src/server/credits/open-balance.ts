/** The first balance of a new account: its plan's credits, as the ledger's first entry. Safe to call twice. */
import type { Tier } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { userCredits } from '#server/db/schema/index.ts'
import { changeBalance } from './change-balance.ts'

export async function openBalance(tx: Db, userId: string, tier: Tier) {
  const opened = await tx
    .insert(userCredits)
    .values({ userId, creditsCount: 0 })
    .onConflictDoNothing()
    .returning({ userId: userCredits.userId })
  if (opened.length > 0) await changeBalance(tx, { userId, occasion: 'account', tier })
}
