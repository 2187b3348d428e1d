/**
 * What the provider's word for a subscription's state means for the plan. While a failed payment is tried again
 * (past_due) the plan stays; once the provider gives up (unpaid, canceled, paused) it is over. A first payment that is
 * not made yet (incomplete) grants nothing. https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export const LIVE_STATUSES = ['active', 'trialing', 'past_due']

export const grantsPlan = (status: string | null | undefined) => typeof status === 'string' && LIVE_STATUSES.includes(status)
