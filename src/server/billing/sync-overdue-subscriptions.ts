import { and, inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { subscriptions } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import { PLAN_GRANTING_STATUSES } from './subscription-status.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Stripe charges a renewal about an hour after the period ends, and its webhook event may be delayed. */
const GRACE_MS = 24 * 3_600_000

/**
 * Syncs subscriptions of all users whose paid period has ended without a webhook event: the event may have been lost. A
 * failure is logged and retried in the next round.
 */
export async function unsafeSyncOverdueSubscriptions(
  { db, payments, log }: { db: Db; payments: Payments | null; log: Log },
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (!payments) return
  const isOverdue = lt(subscriptions.currentPeriodEnd, new Date(now.getTime() - GRACE_MS))
  const overdue = await db
    .select({ customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(and(inArray(subscriptions.status, PLAN_GRANTING_STATUSES), isOverdue))
  for (const { customerId } of overdue) {
    if (signal?.aborted) return
    await syncSubscription({ db, payments, log }, { customerId }).catch((error: unknown) => {
      log.error({ err: error, customerId }, 'could not sync a subscription')
    })
  }
}
