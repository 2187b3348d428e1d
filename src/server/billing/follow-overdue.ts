/** Subscriptions whose paid time is over and of which nothing was heard: their events were lost, so the provider is asked. */
import { and, inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { subscriptions } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import { followSubscription } from './follow-subscription.ts'
import { LIVE_STATUSES } from './live-statuses.ts'

/** A renewal is paid, or tried, an hour after the period's end; its event may take its time. */
const GRACE_MS = 24 * 3_600_000

/** Of all people: for the jobs alone. What the provider cannot tell today is asked again on the next round. */
export async function unsafeFollowOverdue(
  { db, payments, log }: { db: Db; payments: Payments | null; log: Log },
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (!payments) return
  const isOverdue = lt(subscriptions.currentPeriodEnd, new Date(now.getTime() - GRACE_MS))
  const overdue = await db
    .select({ customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(and(inArray(subscriptions.status, LIVE_STATUSES), isOverdue))
  for (const { customerId } of overdue) {
    if (signal?.aborted) return
    await followSubscription({ db, payments, log }, { customerId }).catch((error: unknown) => {
      log.error({ err: error, customerId }, 'A subscription could not be followed')
    })
  }
}
