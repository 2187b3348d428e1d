/** Writes what the provider says of a customer's subscription now, and does to the plan what follows from it. */
import { eq } from 'drizzle-orm'
import type { Occasion, Tier } from '#shared/plans.ts'
import { lockBalance } from '#server/credits/change-balance.ts'
import { changePlan } from '#server/credits/change-plan.ts'
import { returnDaily } from '#server/credits/return-daily.ts'
import type { Db } from '#server/db/database.ts'
import { subscriptions, userSettings } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { Log } from '#server/log.ts'
import type { Payments, SubscriptionNow } from '#server/payments/open-payments.ts'
import { grantsPlan } from './live-statuses.ts'

type Needs = { db: Db; payments: Payments; log: Log }
type Follow = {
  customerId: string
  /** Called in the transaction that writes; when it answers false, nothing is written. */
  within?: (tx: Db) => Promise<boolean>
}

/** Two that follow one customer at once: the later writer asks again. More than a few at once come again by themselves. */
const TRIES = 5

/** Throws 'billing.unavailable' when the provider does not answer; then nothing has changed. */
export async function followSubscription(needs: Needs, follow: Follow): Promise<void> {
  for (let left = TRIES; left > 0; left--) if (await followOnce(needs, follow)) return
  throw new Error('a subscription changed faster than it could be followed')
}

/** Answers false when somebody else wrote since the provider was asked: what it said may be out of date. */
async function followOnce({ db, payments, log }: Needs, { customerId, within }: Follow): Promise<boolean> {
  const before = await readRow(db, customerId)
  if (!before) return true
  // Outside the transaction: the provider may take its time.
  const now = await payments.readSubscription(customerId)
  return db.transaction(async (tx) => {
    const row = await readRow(tx, customerId, { locked: true })
    if (!row) return true
    if (row.updatedAt.getTime() !== before.updatedAt.getTime()) return false
    if (within && !(await within(tx))) return true
    const { userId } = row
    await writeRow(tx, userId, now)
    const tier = await readTier(tx, userId)
    const change = changeOf(row.status, now?.status ?? 'none', tier)
    if (change) {
      const { credits } = await changePlan(tx, { userId, ...change })
      log.info({ userId, plan: change.tier, credits }, `The plan changed by payment: ${change.occasion}`)
    } else {
      // What was owed may be paid: then this day's return waits no longer.
      await returnDaily(tx, userId)
      const credits_count = await lockBalance(tx, userId)
      await publish(tx, userId, { type: 'credits', credits_count, tier })
    }
    return true
  })
}

type Change = { tier: Tier; occasion: Occasion }

/** What becomes of the plan when a subscription goes from one state to another. A larger plan by hand stays as it is. */
function changeOf(before: string, after: string, tier: Tier): Change | null {
  if (grantsPlan(after)) return tier === 'free' ? { tier: 'pro', occasion: 'upgrade' } : null
  return grantsPlan(before) && tier === 'pro' ? { tier: 'free', occasion: 'cancellation' } : null
}

async function readRow(db: Db, customerId: string, { locked = false } = {}) {
  const asked = db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId))
  const [row] = await (locked ? asked.for('update') : asked)
  return row
}

async function readTier(tx: Db, userId: string): Promise<Tier> {
  const [row] = await tx.select({ tier: userSettings.tier }).from(userSettings).where(eq(userSettings.userId, userId))
  return row?.tier ?? 'free'
}

async function writeRow(tx: Db, userId: string, now: SubscriptionNow | null) {
  const told = now
    ? { subscriptionId: now.id, status: now.status, cancelAtPeriodEnd: now.cancelAtPeriodEnd, currentPeriodEnd: now.currentPeriodEnd }
    : { subscriptionId: null, status: 'none', cancelAtPeriodEnd: false, currentPeriodEnd: null }
  await tx.update(subscriptions).set({ ...told, updatedAt: new Date() }).where(eq(subscriptions.userId, userId))
}
