import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { creditLedger, userCredits } from '#server/db/schema/index.ts'

/**
 * Brings a balance to `credits`, with a ledger entry over the difference, so that the ledger still adds up to the
 * balance. Answers the balance before. The row stays locked until `tx` ends: a page charged meanwhile waits.
 */
export async function setBalance(
  tx: Db,
  { userId, credits, reason }: { userId: string; credits: number; reason: 'plan' | 'operator' | 'daily' },
): Promise<number> {
  await tx.insert(userCredits).values({ userId, creditsCount: 0 }).onConflictDoNothing()
  const [balance] = await tx
    .select({ before: userCredits.creditsCount })
    .from(userCredits)
    .where(eq(userCredits.userId, userId))
    .for('update')
  const before = balance?.before ?? 0
  if (before === credits) return before
  await tx
    .update(userCredits)
    .set({ creditsCount: credits, updatedAt: new Date() })
    .where(eq(userCredits.userId, userId))
  await tx.insert(creditLedger).values({ userId, amount: credits - before, reason })
  return before
}
