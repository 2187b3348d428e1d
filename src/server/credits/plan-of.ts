import { eq } from 'drizzle-orm'
import { type Plan, plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { userSettings } from '#server/platform/db/schema/index.ts'

/** What the plan of a user allows. */
export const planOf = async (db: Db, userId: string): Promise<Plan> => plans[await tierOf(db, userId)]

/** A user without settings has the free plan. */
export async function tierOf(db: Db, userId: string): Promise<Tier> {
  const [settings] = await db
    .select({ tier: userSettings.tier })
    .from(userSettings)
    .where(eq(userSettings.userId, userId))
  return settings?.tier ?? 'free'
}
