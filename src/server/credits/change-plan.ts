import { eq } from 'drizzle-orm'
import { occasionOfChange, type Occasion } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { userSettings } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { changeBalance, lockBalance } from './change-balance.ts'

/**
 * Within `tx`: changes a user's plan, adjusts the balance and publishes both. `occasion` is derived from the two plans
 * unless given, as for a cancellation. Returns the plan before and the balance after the change.
 */
export async function changePlan(
  tx: Db,
  { userId, tier, occasion, now }: { userId: string; tier: Tier; occasion?: Occasion; now?: Date },
): Promise<{ before: Tier; credits: number }> {
  const credits = await lockBalance(tx, userId)
  const [known] = await tx.select({ tier: userSettings.tier }).from(userSettings).where(eq(userSettings.userId, userId))
  const before = known?.tier ?? 'free'
  await tx
    .insert(userSettings)
    .values({ userId, tier })
    .onConflictDoUpdate({ target: userSettings.userId, set: { tier } })
  const change = occasion ?? (known ? occasionOfChange(before, tier) : 'account')
  if (!change) return { before, credits }
  const { after } = await changeBalance(tx, { userId, occasion: change, tier, ...(now && { now }) })
  await publish(tx, userId, { type: 'credits', credits_count: after, tier })
  return { before, credits: after }
}
