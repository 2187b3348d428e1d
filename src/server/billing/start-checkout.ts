/** Sends users to the payment provider's pages. Only webhook events grant a plan, never the return from a page. */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { subscriptions, userSettings } from '#server/platform/db/schema/index.ts'
import type { Payer, Payments } from '#server/payments/open-payments.ts'
import { grantsPlan } from './subscription-status.ts'

type Services = { db: Db; payments: Payments | null; appUrl: string }

/**
 * Returns the address of the checkout page for Pro. Throws 'billing.not-set-up', 'billing.subscribed' and
 * 'billing.unavailable'.
 */
export async function startCheckout(
  { db, payments, appUrl }: Services,
  { userId, email }: { userId: string; email: string },
) {
  if (!payments) throw new AppError('billing.not-set-up')
  const user = await readUser(db, userId)
  if (user?.tier !== 'free' || grantsPlan(user.status)) throw new AppError('billing.subscribed')
  const payer = { userId, server: appUrl }
  const returnUrls = {
    successUrl: `${appUrl}/usage?payment=confirming`,
    cancelUrl: `${appUrl}/usage?payment=cancelled`,
  }
  const customerId = user.customerId ?? (await createCustomer(db, payments, payer, email))
  const url = await payments.startCheckout({ customerId, payer, ...returnUrls })
  if (url) return { url }
  // The provider no longer knows the customer: replace it once.
  const replacement = await createCustomer(db, payments, payer, email, customerId)
  const replacementUrl = await payments.startCheckout({ customerId: replacement, payer, ...returnUrls })
  if (!replacementUrl) throw new AppError('billing.unavailable')
  return { url: replacementUrl }
}

/**
 * Returns the address of the page with invoices, card and cancellation. Throws 'billing.not-set-up',
 * 'billing.no-subscription' and 'billing.unavailable'.
 */
export async function openPortal({ db, payments, appUrl }: Services, userId: string) {
  if (!payments) throw new AppError('billing.not-set-up')
  const user = await readUser(db, userId)
  if (!user?.customerId) throw new AppError('billing.no-subscription')
  const url = await payments.openPortal({ customerId: user.customerId, returnUrl: `${appUrl}/usage` })
  if (!url) throw new AppError('billing.no-subscription')
  return { url }
}

async function readUser(db: Db, userId: string) {
  const [row] = await db
    .select({ tier: userSettings.tier, status: subscriptions.status, customerId: subscriptions.customerId })
    .from(userSettings)
    .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return row
}

/** Returns the stored customer, which may be that of a concurrent request: the first one stored is used. */
async function createCustomer(
  db: Db,
  payments: Payments,
  payer: Payer,
  email: string,
  replaces?: string,
): Promise<string> {
  const customerId = await payments.createCustomer({ ...payer, email, ...(replaces && { replaces }) })
  const { userId } = payer
  await db.insert(subscriptions).values({ userId, customerId }).onConflictDoNothing()
  if (replaces) {
    const isReplaced = and(eq(subscriptions.userId, userId), eq(subscriptions.customerId, replaces))
    await db
      .update(subscriptions)
      .set({ customerId, subscriptionId: null, status: 'none', toldAt: null, updatedAt: new Date() })
      .where(isReplaced)
  }
  const [stored] = await db
    .select({ customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
  return stored?.customerId ?? customerId
}
