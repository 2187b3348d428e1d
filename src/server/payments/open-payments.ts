/**
 * The payment provider, Stripe: who pays is a customer there, the payment pages are the provider's own, and what came
 * of them is told by signed events and asked for. https://docs.stripe.com/billing/subscriptions/build-subscriptions
 */
import Stripe from 'stripe'
import { AppError } from '#shared/errors.ts'
import type { StripeConfig } from '#server/config.ts'
import { type PaymentEvent, readPaymentEvent } from './read-payment-event.ts'

/** Whose customer it is: the account here, and this server, since servers may share one account with the provider. */
export type Payer = { userId: string; server: string }

export type SubscriptionNow = {
  id: string
  /** The provider's word: active, trialing, past_due, unpaid, canceled, incomplete … */
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: Date | null
}

export type Payments = {
  /** Makes the customer that a person pays as, and answers its id. `replaces`: one that the provider does not know any more. */
  createCustomer(payer: Payer & { email: string; replaces?: string }): Promise<string>
  /**
   * Answers the address of a page on which the Pro plan can be paid. Earlier pages of this customer can be paid no more.
   * Null when the provider does not know the customer: deleted there, or made under another key.
   */
  startCheckout(wish: { customerId: string; payer: Payer; successUrl: string; cancelUrl: string }): Promise<string | null>
  /** Answers the address of the page on which a customer sees invoices, changes the card and cancels; null as above. */
  openPortal(wish: { customerId: string; returnUrl: string }): Promise<string | null>
  /** The subscription that counts: one that runs before one that is owed, else the newest. Null: there never was one. */
  readSubscription(customerId: string): Promise<SubscriptionNow | null>
  /** Cancels what runs, at once, and lets nothing more be paid. Answers how many subscriptions ended. */
  endSubscriptions(customerId: string): Promise<number>
  /** An event as the provider sent it; null when the signature is not the provider's, or too old. */
  readEvent(body: string, signature: string): PaymentEvent | null
}

/** A person waits for the answer; the library's own 80 s are too long for that. */
const TIMEOUT_MS = 20_000
const RETRIES = 2

/** Every function throws AppError 'billing.unavailable' when the provider does not answer. */
export function openPayments(config: StripeConfig): Payments {
  const { pricePro, webhookSecret } = config
  const stripe = new Stripe(config.secretKey, {
    ...addressOf(config.baseUrl),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })

  async function allSubscriptions(customer: string) {
    return (await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data
  }

  async function expireCheckouts(customer: string) {
    const { data: open } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    for (const { id } of open) await stripe.checkout.sessions.expire(id)
  }

  return {
    createCustomer: ({ email, replaces = '', ...payer }) =>
      asked(async () => {
        // Two clicks at once make one customer.
        const once = { idempotencyKey: `customer-${payer.server}-${payer.userId}-${email}-${replaces}` }
        return (await stripe.customers.create({ email, metadata: metadataOf(payer) }, once)).id
      }),
    startCheckout: ({ customerId, payer, successUrl, cancelUrl }) =>
      askedOf(customerId, async () => {
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
      askedOf(customerId, async () => (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url),
    readSubscription: (customerId) =>
      asked(async () => {
        const [first] = (await allSubscriptions(customerId)).toSorted(
          (a, b) => rankOf(a.status) - rankOf(b.status) || b.created - a.created,
        )
        return first ? present(first) : null
      }),
    endSubscriptions: async (customerId) => {
      const ended = await askedOf(customerId, async () => {
        await expireCheckouts(customerId)
        const running = (await allSubscriptions(customerId)).filter(({ status }) => !ENDED.has(status))
        for (const { id } of running) await stripe.subscriptions.cancel(id)
        return running.length
      })
      return ended ?? 0
    },
    readEvent: (body, signature) => readPaymentEvent(stripe, { body, signature, secret: webhookSecret }),
  }
}

const ENDED = new Set(['canceled', 'incomplete_expired'])

const metadataOf = ({ userId, server }: Payer) => ({ readback_user: userId, readback_server: server })

function rankOf(status: string) {
  if (status === 'active' || status === 'trialing') return 0
  return status === 'past_due' ? 1 : 2
}

function present({ id, status, cancel_at_period_end, cancel_at, items }: Stripe.Subscription): SubscriptionNow {
  const end = items.data[0]?.current_period_end
  return {
    id,
    status,
    // The portal may set the one or the other: https://docs.stripe.com/billing/subscriptions/cancel
    cancelAtPeriodEnd: cancel_at_period_end || (cancel_at !== null && cancel_at !== undefined),
    currentPeriodEnd: end === undefined ? null : new Date(end * 1000),
  }
}

function addressOf(baseUrl: string | undefined) {
  if (!baseUrl) return {}
  const { protocol, hostname, port } = new URL(baseUrl)
  const isPlain = protocol === 'http:'
  return { protocol: isPlain ? ('http' as const) : ('https' as const), host: hostname, port: port || (isPlain ? 80 : 443) }
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new AppError('billing.unavailable', {}, { cause: error })
  }
}

/** Null when the provider does not know the customer. */
async function askedOf<T>(customerId: string, ask: () => Promise<T>): Promise<T | null> {
  return asked(() =>
    ask().catch((error: unknown) => {
      // Of other things that are missing, such as the price, the operator must hear.
      const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
      if (isGone && error.message.includes(customerId)) return null
      throw error
    }),
  )
}
