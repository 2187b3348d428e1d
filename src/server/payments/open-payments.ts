/**
 * The payment provider, Stripe. A paying user is a customer there; payment pages are the provider's own; their outcome
 * arrives in signed webhook events. https://docs.stripe.com/billing/subscriptions/build-subscriptions
 */
import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { AppError } from '#shared/errors.ts'
import type { StripeConfig } from '#server/platform/config.ts'
import { type PaymentEvent, readPaymentEvent } from './read-payment-event.ts'

/** The user who pays, and this server's address, because several servers may share one account with the provider. */
export type Payer = { userId: string; server: string }

export type Subscription = {
  id: string
  /** The provider's status: active, trialing, past_due, unpaid, canceled, incomplete … */
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date | null
}

export type Payments = {
  /** Creates a customer and returns its id. `replaces` is a customer that the provider no longer knows. */
  createCustomer(payer: Payer & { email: string; replaces?: string }): Promise<string>
  /**
   * Returns the address of a checkout page for the Pro plan, and expires the customer's earlier ones. Null when the
   * provider does not know the customer, because it was deleted there or created under another key.
   */
  startCheckout(options: {
    customerId: string
    payer: Payer
    successUrl: string
    cancelUrl: string
  }): Promise<string | null>
  /** Returns the address of the page with invoices, card and cancellation. Null for an unknown customer. */
  openPortal(options: { customerId: string; returnUrl: string }): Promise<string | null>
  /** An active subscription, else an overdue one, else the newest. Null when there never was one. */
  readSubscription(customerId: string): Promise<Subscription | null>
  /** Cancels all subscriptions immediately and expires open checkouts. Returns the number of canceled subscriptions. */
  cancelSubscriptions(customerId: string): Promise<number>
  /** Verifies and parses a webhook event. Null when its signature is invalid or too old. */
  readEvent(body: string, signature: string): PaymentEvent | null
}

/** Shorter than the library's default of 80 s, because a user waits for the response. */
const TIMEOUT_MS = 20_000
const RETRIES = 2

/** Every function throws AppError 'billing.unavailable' when the provider cannot be reached or fails. */
export function openPayments(config: StripeConfig): Payments {
  const { pricePro, webhookSecret } = config
  const stripe = new Stripe(config.secretKey, {
    ...addressOf(config.baseUrl),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })

  async function allSubscriptions(customer: string) {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    return data
  }

  async function expireCheckouts(customer: string) {
    const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    for (const { id } of open) await stripe.checkout.sessions.expire(id)
  }

  return {
    createCustomer: ({ email, replaces = '', ...payer }) =>
      call(async () => {
        // Concurrent requests create one customer.
        const idempotencyKey = keyOf('customer', payer.server, payer.userId, email, replaces)
        const customer = await stripe.customers.create({ email, metadata: metadataOf(payer) }, { idempotencyKey })
        return customer.id
      }),
    startCheckout: ({ customerId, payer, successUrl, cancelUrl }) =>
      callForCustomer(customerId, async () => {
        await expireCheckouts(customerId)
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: payer.userId,
          line_items: [{ price: pricePro, quantity: 1 }],
          metadata: metadataOf(payer),
          subscription_data: { metadata: metadataOf(payer) },
          success_url: successUrl,
          cancel_url: cancelUrl,
        })
        if (!session.url) throw new Error('a checkout session has no address')
        return session.url
      }),
    openPortal: ({ customerId, returnUrl }) =>
      callForCustomer(customerId, async () => {
        const session = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return session.url
      }),
    readSubscription: (customerId) =>
      call(async () => {
        const subscriptions = await allSubscriptions(customerId)
        const [current] = subscriptions.toSorted(byRankThenNewest)
        return current ? toSubscription(current) : null
      }),
    cancelSubscriptions: async (customerId) => {
      const canceled = await callForCustomer(customerId, async () => {
        await expireCheckouts(customerId)
        const subscriptions = await allSubscriptions(customerId)
        const running = subscriptions.filter(({ status }) => !ENDED_STATUSES.has(status))
        for (const { id } of running) await stripe.subscriptions.cancel(id)
        return running.length
      })
      return canceled ?? 0
    },
    readEvent: (body, signature) => readPaymentEvent(stripe, { body, signature, secret: webhookSecret }),
  }
}

const ENDED_STATUSES = new Set(['canceled', 'incomplete_expired'])

const metadataOf = ({ userId, server }: Payer) => ({ readback_user: userId, readback_server: server })

/** Hashed, because the provider accepts at most 255 characters and advises against email addresses. */
const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const byRankThenNewest = (a: Stripe.Subscription, b: Stripe.Subscription) =>
  rankOf(a.status) - rankOf(b.status) || b.created - a.created

function rankOf(status: string) {
  if (status === 'active' || status === 'trialing') return 0
  return status === 'past_due' ? 1 : 2
}

function toSubscription({ id, status, cancel_at_period_end, cancel_at, items }: Stripe.Subscription): Subscription {
  const end = items.data[0]?.current_period_end
  return {
    id,
    status,
    // The portal sets one or the other: https://docs.stripe.com/billing/subscriptions/cancel
    cancelAtPeriodEnd: cancel_at_period_end || (cancel_at !== null && cancel_at !== undefined),
    currentPeriodEnd: end === undefined ? null : new Date(end * 1000),
  }
}

function addressOf(baseUrl: string | undefined) {
  if (!baseUrl) return {}
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol === 'http:') return { protocol: 'http' as const, host: hostname, port: port || 80 }
  return { protocol: 'https' as const, host: hostname, port: port || 443 }
}

async function call<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw new AppError('billing.unavailable', {}, { cause: error })
  }
}

/** Null when the provider does not know the customer. */
async function callForCustomer<T>(customerId: string, request: () => Promise<T>): Promise<T | null> {
  return call(async () => {
    try {
      return await request()
    } catch (error) {
      if (isUnknownCustomer(error, customerId)) return null
      throw error
    }
  })
}

/** Any other missing resource, such as the price, is a configuration error that the operator must see. */
function isUnknownCustomer(error: unknown, customerId: string): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false
  return error.code === 'resource_missing' && error.message.includes(customerId)
}
