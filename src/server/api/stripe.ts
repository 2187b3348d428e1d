/** /api/stripe/webhook: what the payment provider sends us, signed. */
import { takePaymentEvent } from '#server/billing/take-event.ts'
import { createRoute, createRouter, failing, json, z } from './context.ts'

export const stripeRoutes = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/stripe/webhook',
    summary: 'Events of the payment service, signed by it',
    responses: {
      200: json(z.object({ received: z.literal(true) }), 'Taken in, now or before'),
      ...failing(400, 409, 502),
    },
  }),
  async (c) => {
    // To the byte, as it was signed.
    const body = await c.req.text()
    await takePaymentEvent(c.get('services'), { body, signature: c.req.header('Stripe-Signature') ?? '' })
    return c.json({ received: true as const }, 200)
  },
)
