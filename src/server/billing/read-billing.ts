import { eq } from 'drizzle-orm'
import type { Billing } from '#shared/billing.ts'
import type { Db } from '#server/db/database.ts'
import { subscriptions, userSettings } from '#server/db/schema/index.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import { grantsPlan } from './live-statuses.ts'

type Needs = { db: Db; payments: Payments | null; adminEmails: string[] }

/** How a person's plan can be changed, and what they pay for. The operator is the first of ADMIN_EMAILS. */
export async function readBilling({ db, payments, adminEmails }: Needs, userId: string): Promise<Billing> {
  const [row] = await db
    .select({ tier: userSettings.tier, subscription: subscriptions })
    .from(userSettings)
    .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  const known = row?.subscription
  return {
    tier: row?.tier ?? 'free',
    payment: payments !== null,
    operator: adminEmails[0] ?? null,
    subscription: known?.subscriptionId
      ? {
          status: known.status,
          live: grantsPlan(known.status),
          cancel_at_period_end: known.cancelAtPeriodEnd,
          current_period_end: known.currentPeriodEnd?.toISOString() ?? null,
        }
      : null,
  }
}
