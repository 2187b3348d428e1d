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
  const subscription = row?.subscription
  return {
    tier: row?.tier ?? 'free',
    payment: payments !== null,
    operator: adminEmails[0] ?? null,
    subscription: subscription?.subscriptionId
      ? {
          status: subscription.status,
          live: grantsPlan(subscription.status),
          cancel_at_period_end: subscription.cancelAtPeriodEnd,
          current_period_end: subscription.currentPeriodEnd?.toISOString() ?? null,
        }
      : null,
  }
}
