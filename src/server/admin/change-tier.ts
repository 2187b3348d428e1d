import { plans, type Tier } from '#shared/plans.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import type { Db } from '#server/db/database.ts'
import { userSettings } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { unsafeFindAccount } from './find-account.ts'

/** Puts an account on a plan and its balance to that plan's credits. Throws 'admin.no-account'. */
export async function changeTier(
  db: Db,
  wish: { email: string; tier: Tier },
): Promise<{ email: string; tier: Tier; credits: number }> {
  const { id: userId, email } = await unsafeFindAccount(db, wish.email)
  const { tier } = wish
  const { credits } = plans[tier]
  await db.transaction(async (tx) => {
    await tx
      .insert(userSettings)
      .values({ userId, tier })
      .onConflictDoUpdate({ target: userSettings.userId, set: { tier } })
    await setBalance(tx, { userId, credits, reason: 'plan' })
    await publish(tx, userId, { type: 'credits', credits_count: credits })
  })
  return { email, tier, credits }
}
