/** How usage is said. */
import type { Billing, Usage, UsageEntry } from '#shared/billing.ts'
import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import type { LedgerReason } from '#shared/usage.ts'

export const planNames: Record<Tier, string> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' }

/** What a line of the ledger was for; a page's address stands beside it. */
export const reasonWords: Record<LedgerReason, string> = {
  account: 'New account',
  daily: 'Daily return',
  plan: 'Change of plan',
  operator: 'Set by the operator',
  page: 'Page crawled',
  change: 'Changed page read again',
}

export const amountWords = ({ amount }: Pick<UsageEntry, 'amount'>) =>
  amount > 0 ? `+${amount.toLocaleString()}` : `−${Math.abs(amount).toLocaleString()}`

/** Times in the reader's own zone. */
export function returnWords({ next_return, payment_owed, tier }: Pick<Usage, 'next_return' | 'payment_owed' | 'tier'>): string {
  if (payment_owed) return 'Waits until your payment is made'
  if (!next_return) return 'None on the free plan'
  const when = new Date(next_return).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return `${when}, to ${plans[tier].credits.toLocaleString()} credits`
}

/** Null when there is nothing to say beside the plan's name. */
export function subscriptionWords({ subscription }: Pick<Billing, 'subscription'>): string | null {
  if (!subscription?.live) return null
  if (subscription.status === 'past_due') return 'The last payment failed'
  if (!subscription.current_period_end) return null
  const day = new Date(subscription.current_period_end).toLocaleDateString(undefined, { dateStyle: 'medium' })
  return subscription.cancel_at_period_end ? `Ends on ${day}` : `Renews on ${day}`
}
