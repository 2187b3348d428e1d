import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { userSettings } from '#server/db/schema/index.ts'
import { changeBalance } from './change-balance.ts'

/** Brings a balance to `credits`, as an operator does by hand. Answers the balance before. */
export async function setBalance(tx: Db, { userId, credits }: { userId: string; credits: number }): Promise<number> {
  const [person] = await tx.select({ tier: userSettings.tier }).from(userSettings).where(eq(userSettings.userId, userId))
  const { before } = await changeBalance(tx, { userId, occasion: 'operator', tier: person?.tier ?? 'free', set: credits })
  return before
}
