/** How usage is said. */
import type { Billing, Usage, UsageEntry } from '#shared/billing.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import type { LedgerReason } from '#shared/usage.ts'
import { dateAndTime, day, digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

export const planNames = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' } as const satisfies Record<Tier, Text>

/** What a line of the ledger was for; a page's address stands beside it. */
export const reasonWords = {
  account: 'New account',
  daily: 'Daily return',
  plan: 'Change of plan',
  operator: 'Set by the operator',
  page: 'Page crawled',
  change: 'Changed page read again',
} as const satisfies Record<LedgerReason, Text>

export const amountWords = ({ amount }: Pick<UsageEntry, 'amount'>) =>
  amount > 0 ? `+${digits(amount)}` : `−${digits(Math.abs(amount))}`

/** Times in the reader's own zone. */
export function returnWords({ next_return, payment_owed, tier }: Pick<Usage, 'next_return' | 'payment_owed' | 'tier'>): string {
  if (payment_owed) return t('Waits until your payment is made')
  if (!next_return) return t('None on the free plan')
  const when = dateAndTime(next_return, { dateStyle: 'medium', timeStyle: 'short' })
  return t('{when}, to {n, number} credits', { when, n: plans[tier].credits })
}

/** Null when there is nothing to say beside the plan's name. */
export function subscriptionWords({ subscription }: Pick<Billing, 'subscription'>): string | null {
  if (!subscription?.live) return null
  if (subscription.status === 'past_due') return t('The last payment failed')
  if (!subscription.current_period_end) return null
  const end = { day: day(subscription.current_period_end, { dateStyle: 'medium' }) }
  return subscription.cancel_at_period_end ? t('Ends on {day}', end) : t('Renews on {day}', end)
}
