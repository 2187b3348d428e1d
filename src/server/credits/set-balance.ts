import type { Db } from '#server/platform/db/database.ts'
import { changeBalance } from './change-balance.ts'
import { tierOf } from './plan-of.ts'

/** Sets a balance on behalf of an operator and returns the one before. */
export async function setBalance(tx: Db, { userId, credits }: { userId: string; credits: number }): Promise<number> {
  const { before } = await changeBalance(tx, {
    userId,
    occasion: 'operator',
    tier: await tierOf(tx, userId),
    set: credits,
  })
  return before
}
