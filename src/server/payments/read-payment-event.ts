/** A signed event of the payment provider, as far as we look into it. https://docs.stripe.com/webhooks */
import Stripe from 'stripe'
import { z } from 'zod'

const followed = [
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
  /** When the provider made it: to the second. */
  createdAt: Date
  /** Null for events that tell nothing of a subscription. */
  customerId: string | null
  /** As the checkout was begun; null when this event does not repeat it. */
  payer: { userId: string; server: string } | null
}

const Named = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const Shape = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.number(),
  data: z.object({
    object: z.object({
      customer: Named.nullish(),
      metadata: z.object({ readback_user: z.string(), readback_server: z.string() }).nullish().catch(null),
    }),
  }),
})

/** How old a signature may be: what was recorded on the way cannot be sent again later. The provider's own number. */
const TOLERANCE_SECONDS = 300

/** Null when the signature is not the provider's, is older than five minutes, or the body is no event. */
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
  const parsed = Shape.safeParse(signed)
  if (!parsed.success) return null
  const { id, type, created, data } = parsed.data
  const { customer, metadata } = data.object
  const isFollowed = followed.some((each) => each === type)
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    customerId: isFollowed ? (customer ?? null) : null,
    payer: metadata ? { userId: metadata.readback_user, server: metadata.readback_server } : null,
  }
}
