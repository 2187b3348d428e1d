import type { Db } from '#server/db/database.ts'
import { lockBalance, writeBalance } from './change-balance.ts'

/** Brings a balance to `credits`, as an operator does by hand. Answers the balance before. */
export async function setBalance(
  tx: Db,
  { userId, credits, reason }: { userId: string; credits: number; reason: 'plan' | 'operator' },
): Promise<number> {
  const before = await lockBalance(tx, userId)
  await writeBalance(tx, { userId, before, after: credits, reason })
  return before
}
