/** Leads a person to the provider's page on which Pro is paid. Nothing is granted here, nor by coming back from it. */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { subscriptions, userSettings } from '#server/db/schema/index.ts'
import type { Payer, Payments } from '#server/payments/open-payments.ts'
import { grantsPlan } from './live-statuses.ts'

type Needs = { db: Db; payments: Payments | null; appUrl: string }

/** Answers the page's address. Throws 'billing.not-set-up', 'billing.subscribed' and 'billing.unavailable'. */
export async function startCheckout({ db, payments, appUrl }: Needs, { userId, email }: { userId: string; email: string }) {
  if (!payments) throw new AppError('billing.not-set-up')
  const known = await readPerson(db, userId)
  if (known?.tier !== 'free' || grantsPlan(known.status)) throw new AppError('billing.subscribed')
  const payer = { userId, server: appUrl }
  const back = { successUrl: `${appUrl}/usage?payment=confirming`, cancelUrl: `${appUrl}/usage?payment=cancelled` }
  const customerId = known.customerId ?? (await becomeCustomer(db, payments, payer, email))
  const url = await payments.startCheckout({ customerId, payer, ...back })
  if (url) return { url }
  const anew = await becomeCustomer(db, payments, payer, email, customerId)
  const second = await payments.startCheckout({ customerId: anew, payer, ...back })
  if (!second) throw new AppError('billing.unavailable')
  return { url: second }
}

/** Answers the address of the provider's page on which invoices, card and cancellation are. Throws as above. */
export async function openPortal({ db, payments, appUrl }: Needs, userId: string) {
  if (!payments) throw new AppError('billing.not-set-up')
  const known = await readPerson(db, userId)
  if (!known?.customerId) throw new AppError('billing.no-subscription')
  const url = await payments.openPortal({ customerId: known.customerId, returnUrl: `${appUrl}/usage` })
  if (!url) throw new AppError('billing.no-subscription')
  return { url }
}

async function readPerson(db: Db, userId: string) {
  const [row] = await db
    .select({ tier: userSettings.tier, status: subscriptions.status, customerId: subscriptions.customerId })
    .from(userSettings)
    .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return row
}

/** Whoever stored a customer first, in whichever tab, is the one that pays. */
async function becomeCustomer(db: Db, payments: Payments, payer: Payer, email: string, replaces?: string): Promise<string> {
  const customerId = await payments.createCustomer({ ...payer, email, ...(replaces && { replaces }) })
  const { userId } = payer
  await db.insert(subscriptions).values({ userId, customerId }).onConflictDoNothing()
  if (replaces) {
    const outdated = and(eq(subscriptions.userId, userId), eq(subscriptions.customerId, replaces))
    await db.update(subscriptions).set({ customerId, subscriptionId: null, status: 'none', toldAt: null, updatedAt: new Date() }).where(outdated)
  }
  const [stored] = await db.select({ customerId: subscriptions.customerId }).from(subscriptions).where(eq(subscriptions.userId, userId))
  return stored?.customerId ?? customerId
}
