import type { Tier } from '#shared/tier.ts'
import { changePlan } from '#server/credits/change-plan.ts'
import type { Db } from '#server/platform/db/database.ts'
import { unsafeFindUser } from './find-user.ts'

/** Changes a user's plan and, with it, the balance; returns the plan `before`. Throws 'admin.no-account'. */
export async function setTier(
  db: Db,
  options: { email: string; tier: Tier },
): Promise<{ email: string; before: Tier; tier: Tier; credits: number }> {
  const { id: userId, email } = await unsafeFindUser(db, options.email)
  const { tier } = options
  const { before, credits } = await db.transaction((tx) => changePlan(tx, { userId, tier }))
  return { email, before, tier, credits }
}
