/** The objects of the stand-in payment service and their Stripe wire format. */
import { randomBytes } from 'node:crypto'

export type SubscriptionStatus = 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete'

export type Subscription = {
  id: string
  customer: string
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  created: number
  periodEnd: number
  metadata: Record<string, string>
}
export type Session = {
  id: string
  customer: string
  status: 'open' | 'complete' | 'expired'
  successUrl: string
  cancelUrl: string
  price: string
  metadata: Record<string, string>
}

export const PRICE = 'price_pro_monthly'

export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
export const list = (data: object[]) => ({ object: 'list', data, has_more: false })

export function showSession(url: string, { id, customer, status, metadata }: Session) {
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    customer,
    status,
    metadata,
    url: status === 'open' ? `${url}/pay/${id}` : null,
  }
}

export function showSubscription({
  id,
  customer,
  status,
  cancelAtPeriodEnd,
  created,
  periodEnd,
  metadata,
}: Subscription) {
  const item = { id: 'si_1', object: 'subscription_item', price: { id: PRICE }, current_period_end: periodEnd }
  return {
    id,
    object: 'subscription',
    customer,
    status,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: null,
    created,
    metadata,
    items: list([item]),
  }
}

export function showInvoice({ id, customer, metadata }: Subscription) {
  return {
    id: newId('in'),
    object: 'invoice',
    customer,
    metadata: {},
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata } },
  }
}

/** Parses the form fields `prefix[name]=value` into an object. */
export function metadataOf(fields: Record<string, string>, prefix: string) {
  const entries = Object.entries(fields).filter(([name]) => name.startsWith(`${prefix}[`))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(prefix.length + 1, -1), value]))
}
