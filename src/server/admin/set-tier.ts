import type { Tier } from '#shared/tier.ts'
import { changePlan } from '#server/credits/change-plan.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Changes the plan of a user and, with it, the balance; returns the plan `before`. */
export function setTier(db: Db, user: { userId: string; tier: Tier }): Promise<{ before: Tier; credits: number }> {
  return db.transaction((tx) => changePlan(tx, user))
}
