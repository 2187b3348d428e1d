/**
 * Handles the payment provider's webhook events. Each takes effect once, in any order: an event only signals a change,
 * and what is stored is the state that the provider then reports.
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { paymentEvents, subscriptions } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import type { PaymentEvent } from '#server/payments/read-payment-event.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { enqueueCancellation } from './cancel-subscriptions.ts'
import { syncSubscription } from './sync-subscription.ts'

type Services = { db: Db; payments: Payments | null; queue: Queue; log: Log; appUrl: string }

/**
 * `body` is the unmodified request body. Throws 'billing.signature' for a request that is not from the provider,
 * 'billing.not-set-up' without payment settings, and 'billing.unavailable' when the provider cannot be reached, so that
 * it sends the event again.
 */
export async function handlePaymentEvent(
  services: Services,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const { db, payments, log } = services
  if (!payments) throw new AppError('billing.not-set-up')
  const event = payments.readEvent(body, signature)
  if (!event) throw new AppError('billing.signature')
  if (await isHandled(db, event)) return
  const { customerId } = event
  const customer = customerId === null ? undefined : await findCustomer(db, customerId)
  if (!customerId || !customer) return handleUnknownCustomer(services, event)
  const isIncludedInNewer = customer.toldAt !== null && event.createdAt < customer.toldAt
  if (isIncludedInNewer) {
    // A newer event has already synced a state that includes this change.
    await db.transaction((tx) => markHandled(tx, event))
    return
  }
  await syncSubscription({ db, payments, log }, { customerId, beforeWrite: (tx) => markHandled(tx, event) })
}

async function isHandled(db: Db, { id }: PaymentEvent) {
  const found = await db.select({ id: paymentEvents.id }).from(paymentEvents).where(eq(paymentEvents.id, id))
  return found.length > 0
}

async function findCustomer(db: Db, customerId: string) {
  const [row] = await db
    .select({ toldAt: subscriptions.toldAt })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, customerId))
  return row
}

/** Returns false when a concurrent request has already handled the event. */
async function markHandled(tx: Db, { id, type, customerId, createdAt }: PaymentEvent): Promise<boolean> {
  const inserted = await tx
    .insert(paymentEvents)
    .values({ id, type })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  if (inserted.length === 0) return false
  if (customerId !== null) {
    const isNewest = or(isNull(subscriptions.toldAt), lt(subscriptions.toldAt, createdAt))
    await tx
      .update(subscriptions)
      .set({ toldAt: createdAt })
      .where(and(eq(subscriptions.customerId, customerId), isNewest))
  }
  return true
}

/**
 * If the checkout started on this server, the account has been deleted since, and its subscription is canceled. Other
 * servers that share the provider's account handle their own customers.
 */
async function handleUnknownCustomer({ db, queue, log, appUrl }: Services, event: PaymentEvent) {
  await db.transaction(async (tx) => {
    const isFirst = await markHandled(tx, event)
    const isOurs = event.payer?.server === appUrl
    if (!isFirst || !isOurs || !event.customerId) return
    log.warn({ event: event.id }, 'received a payment for a deleted account; canceling its subscription')
    await enqueueCancellation(queue, tx, event.customerId)
  })
}

/** The provider resends events for at most three days, and their signatures expire within minutes. */
export async function deleteOldPaymentEvents(db: Db) {
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, sql`now() - interval '90 days'`))
}
