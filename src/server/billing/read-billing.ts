import { eq } from 'drizzle-orm'
import type { Billing } from '#shared/billing.ts'
import type { Db } from '#server/platform/db/database.ts'
import { subscriptions, userSettings } from '#server/platform/db/schema/index.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import { grantsPlan } from './subscription-status.ts'

type Services = { db: Db; payments: Payments | null; adminEmails: string[] }

/** A user's plan and subscription, and how to change them. The operator's contact is the first of ADMIN_EMAILS. */
export async function readBilling({ db, payments, adminEmails }: Services, userId: string): Promise<Billing> {
  const [row] = await db
    .select({ tier: userSettings.tier, subscription: subscriptions })
    .from(userSettings)
    .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return {
    tier: row?.tier ?? 'free',
    payment: payments !== null,
    operator: adminEmails[0] ?? null,
    subscription: presentSubscription(row?.subscription),
  }
}

/** Null also for a customer who has not paid yet. */
function presentSubscription(row: typeof subscriptions.$inferSelect | null | undefined): Billing['subscription'] {
  if (!row?.subscriptionId) return null
  return {
    status: row.status,
    live: grantsPlan(row.status),
    cancel_at_period_end: row.cancelAtPeriodEnd,
    current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
  }
}
