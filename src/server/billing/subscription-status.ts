/**
 * The subscription statuses that grant the paid plan. The plan continues while the provider retries a failed payment
 * (past_due) and ends when it stops retrying (unpaid, canceled, paused). A first payment that was not made (incomplete)
 * grants nothing. https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export const PLAN_GRANTING_STATUSES = ['active', 'trialing', 'past_due']

export const grantsPlan = (status: string | null | undefined) =>
  typeof status === 'string' && PLAN_GRANTING_STATUSES.includes(status)
