import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { userSettings } from '#server/platform/db/schema/index.ts'
import { changeBalance } from './change-balance.ts'

/** Sets a balance on behalf of an operator and returns the one before. */
export async function setBalance(tx: Db, { userId, credits }: { userId: string; credits: number }): Promise<number> {
  const [settings] = await tx
    .select({ tier: userSettings.tier })
    .from(userSettings)
    .where(eq(userSettings.userId, userId))
  const { before } = await changeBalance(tx, {
    userId,
    occasion: 'operator',
    tier: settings?.tier ?? 'free',
    set: credits,
  })
  return before
}
