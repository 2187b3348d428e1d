/** Verifies and parses webhook events of the payment provider. https://docs.stripe.com/webhooks */
import Stripe from 'stripe'
import { z } from 'zod'

/** Other types are accepted without effect. */
const SUBSCRIPTION_EVENTS = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const

export type PaymentEvent = {
  id: string
  type: string
  /** The provider's time, in whole seconds. */
  createdAt: Date
  /** Null for events that do not concern a subscription. */
  customerId: string | null
  /** From the metadata of the checkout; null when the event does not contain it. */
  payer: { userId: string; server: string } | null
}

const IdOrObject = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const EventBody = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.number(),
  data: z.object({
    object: z.object({
      customer: IdOrObject.nullish(),
      metadata: z.object({ readback_user: z.string(), readback_server: z.string() }).nullish().catch(null),
    }),
  }),
})

/** The provider's default. Prevents replays of recorded events. */
const TOLERANCE_SECONDS = 300

/** Null when the signature is invalid or older than five minutes, or the body is not an event. */
export function readPaymentEvent(
  stripe: Stripe,
  { body, signature, secret }: { body: string; signature: string; secret: string },
): PaymentEvent | null {
  let signed: unknown
  try {
    signed = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
  } catch {
    return null
  }
  const parsed = EventBody.safeParse(signed)
  if (!parsed.success) return null
  const { id, type, created, data } = parsed.data
  const { customer, metadata } = data.object
  const isSubscriptionEvent = SUBSCRIPTION_EVENTS.some((each) => each === type)
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    customerId: isSubscriptionEvent ? (customer ?? null) : null,
    payer: metadata ? { userId: metadata.readback_user, server: metadata.readback_server } : null,
  }
}
