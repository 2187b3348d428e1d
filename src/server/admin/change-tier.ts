import type { Tier } from '#shared/plans.ts'
import { changePlan } from '#server/credits/change-plan.ts'
import type { Db } from '#server/db/database.ts'
import { unsafeFindAccount } from './find-account.ts'

/** Puts an account on a plan; its balance follows the table of occasions. Throws 'admin.no-account'. */
export async function changeTier(
  db: Db,
  wish: { email: string; tier: Tier },
): Promise<{ email: string; tier: Tier; credits: number }> {
  const { id: userId, email } = await unsafeFindAccount(db, wish.email)
  const { tier } = wish
  const { credits } = await db.transaction((tx) => changePlan(tx, { userId, tier }))
  return { email, tier, credits }
}
