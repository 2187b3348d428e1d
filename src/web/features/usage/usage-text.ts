import type { Billing, Usage, UsageEntry } from '#shared/billing.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import type { LedgerReason } from '#shared/usage.ts'
import { dateAndTime, day, formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

export const planNameKeys = {
  free: 'credits.planFree',
  pro: 'credits.planPro',
  enterprise: 'credits.planEnterprise',
} as const satisfies Record<Tier, TextKey>

/** The reasons of credit entries. */
export const reasonKeys = {
  account: 'credits.signUpCredits',
  daily: 'credits.dailyRefill',
  plan: 'credits.planChange',
  operator: 'credits.setByAdministrator',
  page: 'credits.pageCrawled',
  change: 'credits.changedPageReread',
} as const satisfies Record<LedgerReason, TextKey>

export const amountText = ({ amount }: Pick<UsageEntry, 'amount'>) =>
  amount > 0 ? `+${formatNumber(amount)}` : `−${formatNumber(Math.abs(amount))}`

/** The next refill, in the user's time zone. */
export function refillText({
  next_return,
  payment_owed,
  tier,
}: Pick<Usage, 'next_return' | 'payment_owed' | 'tier'>): string {
  if (payment_owed) return t('credits.refillAwaitsPayment')
  if (!next_return) return t('credits.noRefill')
  const when = dateAndTime(next_return, { dateStyle: 'medium', timeStyle: 'short' })
  return t('credits.refillTo', { when, n: plans[tier].credits })
}

/** Null without a live subscription. */
export function subscriptionText({ subscription }: Pick<Billing, 'subscription'>): string | null {
  if (!subscription?.live) return null
  if (subscription.status === 'past_due') return t('credits.lastPaymentFailed')
  if (!subscription.current_period_end) return null
  const end = { day: day(subscription.current_period_end, { dateStyle: 'medium' }) }
  return subscription.cancel_at_period_end ? t('credits.endsOn', end) : t('credits.renewsOn', end)
}
