/** Copies a customer's current subscription from the payment provider and applies it to the plan. */
import { eq } from 'drizzle-orm'
import type { Occasion } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { lockBalance } from '#server/credits/change-balance.ts'
import { changePlan } from '#server/credits/change-plan.ts'
import { tierOf } from '#server/credits/plan-of.ts'
import { refillDaily } from '#server/credits/refill-daily.ts'
import type { Db } from '#server/platform/db/database.ts'
import { subscriptions } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { Payments, Subscription } from '#server/payments/open-payments.ts'
import { grantsPlan } from './subscription-status.ts'

type Services = { db: Db; payments: Payments; log: Log }
type Options = {
  customerId: string
  /** Called in the writing transaction before anything is written; when it returns false, nothing is. */
  beforeWrite?: (tx: Db) => Promise<boolean>
}

/** Concurrent syncs of one customer repeat until one has seen the latest state. */
const MAX_ATTEMPTS = 5

/** Throws 'billing.unavailable' when the provider cannot be reached; then nothing has changed. */
export async function syncSubscription(services: Services, options: Options): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const isSynced = await trySync(services, options)
    if (isSynced) return
  }
  throw new Error('a subscription changed faster than it could be synced')
}

/** Returns false when the row changed after the request to the provider, whose response may be outdated. */
async function trySync({ db, payments, log }: Services, { customerId, beforeWrite }: Options): Promise<boolean> {
  const before = await readRow(db, customerId)
  if (!before) return true
  // Outside the transaction, because the provider may be slow.
  const subscription = await payments.readSubscription(customerId)
  return db.transaction(async (tx) => {
    const row = await readRow(tx, customerId, { forUpdate: true })
    if (!row) return true
    if (row.updatedAt.getTime() !== before.updatedAt.getTime()) return false
    if (beforeWrite && !(await beforeWrite(tx))) return true
    const { userId } = row
    await writeRow(tx, userId, subscription)
    const tier = await tierOf(tx, userId)
    const change = planChange(row.status, subscription?.status ?? 'none', tier)
    if (!change) {
      await publishBalance(tx, userId, tier)
      return true
    }
    const { credits } = await changePlan(tx, { userId, ...change })
    log.info({ userId, plan: change.tier, credits }, `the plan changed with the subscription: ${change.occasion}`)
    return true
  })
}

async function publishBalance(tx: Db, userId: string, tier: Tier) {
  // An overdue payment may have been made, which makes today's refill due.
  await refillDaily(tx, userId)
  const credits_count = await lockBalance(tx, userId)
  await publish(tx, userId, { type: 'credits', credits_count, tier })
}

type PlanChange = { tier: Tier; occasion: Occasion }

/** The effect of a status change on the plan. A larger plan that an administrator set is never changed. */
function planChange(before: string, after: string, tier: Tier): PlanChange | null {
  if (grantsPlan(after)) return tier === 'free' ? { tier: 'pro', occasion: 'upgrade' } : null
  return grantsPlan(before) && tier === 'pro' ? { tier: 'free', occasion: 'cancellation' } : null
}

async function readRow(db: Db, customerId: string, { forUpdate = false } = {}) {
  const query = db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId))
  const [row] = await (forUpdate ? query.for('update') : query)
  return row
}

async function writeRow(tx: Db, userId: string, subscription: Subscription | null) {
  const columns = subscription
    ? {
        subscriptionId: subscription.id,
        status: subscription.status,
        cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
        currentPeriodEnd: subscription.currentPeriodEnd,
      }
    : { subscriptionId: null, status: 'none', cancelAtPeriodEnd: false, currentPeriodEnd: null }
  await tx
    .update(subscriptions)
    .set({ ...columns, updatedAt: new Date() })
    .where(eq(subscriptions.userId, userId))
}
