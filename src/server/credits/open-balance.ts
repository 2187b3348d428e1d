/** The first balance of a new account: its plan's credits, as the ledger's first entry. Safe to call twice. */
import { plans, type Tier } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { creditLedger, userCredits } from '#server/db/schema/index.ts'

export async function openBalance(tx: Db, userId: string, tier: Tier) {
  const { credits } = plans[tier]
  const opened = await tx
    .insert(userCredits)
    .values({ userId, creditsCount: credits })
    .onConflictDoNothing()
    .returning({ userId: userCredits.userId })
  if (opened.length > 0) await tx.insert(creditLedger).values({ userId, amount: credits, reason: 'account' })
}
