/**
 * An event of the payment provider: each counts once, in whatever order they come. An event only says that something
 * happened; what is so now is asked of the provider, and that is what is written.
 */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { paymentEvents, subscriptions } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import type { PaymentEvent } from '#server/payments/read-payment-event.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { askToEnd } from './end-subscriptions.ts'
import { followSubscription } from './follow-subscription.ts'

type Needs = { db: Db; payments: Payments | null; queue: Queue; log: Log; appUrl: string }

/**
 * `body` is the request's, to the byte. Throws 'billing.signature' for what the provider did not send,
 * 'billing.not-set-up' without payment settings, and 'billing.unavailable' when the provider cannot be asked: it then
 * sends the event again.
 */
export async function takePaymentEvent(needs: Needs, { body, signature }: { body: string; signature: string }): Promise<void> {
  const { db, payments, log } = needs
  if (!payments) throw new AppError('billing.not-set-up')
  const event = payments.readEvent(body, signature)
  if (!event) throw new AppError('billing.signature')
  if (await wasTaken(db, event)) return
  const { customerId } = event
  const row = customerId === null ? undefined : await findCustomer(db, customerId)
  if (!customerId || !row) return forgetOrEnd(needs, event)
  // What made the newer event was there when that one asked the provider.
  if (row.toldAt && event.createdAt < row.toldAt) return takeWithout(db, event)
  await followSubscription({ db, payments, log }, { customerId, within: (tx) => markTaken(tx, event) })
}

async function wasTaken(db: Db, { id }: PaymentEvent) {
  const found = await db.select({ id: paymentEvents.id }).from(paymentEvents).where(eq(paymentEvents.id, id))
  return found.length > 0
}

async function findCustomer(db: Db, customerId: string) {
  const [row] = await db.select({ toldAt: subscriptions.toldAt }).from(subscriptions).where(eq(subscriptions.customerId, customerId))
  return row
}

/** Answers false when the event was taken before, at the same time elsewhere. */
async function markTaken(tx: Db, { id, type, customerId, createdAt }: PaymentEvent): Promise<boolean> {
  const entered = await tx.insert(paymentEvents).values({ id, type }).onConflictDoNothing().returning({ id: paymentEvents.id })
  if (entered.length === 0) return false
  if (customerId !== null) {
    const isNewer = or(isNull(subscriptions.toldAt), lt(subscriptions.toldAt, createdAt))
    await tx.update(subscriptions).set({ toldAt: createdAt }).where(and(eq(subscriptions.customerId, customerId), isNewer))
  }
  return true
}

const takeWithout = async (db: Db, event: PaymentEvent) => void (await db.transaction((tx) => markTaken(tx, event)))

/**
 * A customer that is none of ours. If the payment was begun here, its account was deleted meanwhile: nobody may go on
 * paying for it. What was begun by another server is that server's business.
 */
async function forgetOrEnd({ db, queue, log, appUrl }: Needs, event: PaymentEvent) {
  await db.transaction(async (tx) => {
    if (!(await markTaken(tx, event))) return
    if (!event.customerId || event.payer?.server !== appUrl) return
    log.warn({ event: event.id }, 'A payment came for an account that is gone; its subscription is cancelled')
    await askToEnd(queue, tx, event.customerId)
  })
}

/** Events are sent again for three days at most, and signatures are good for minutes. */
export async function forgetOldEvents(db: Db) {
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, sql`now() - interval '90 days'`))
}
