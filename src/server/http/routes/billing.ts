/** /api/billing, /api/usage and the payment provider's webhook. */
import { Billing, PaymentPage, Usage, UsageCharges, UsageQuery } from '#shared/billing.ts'
import { handlePaymentEvent } from '#server/billing/handle-payment-event.ts'
import { readBilling } from '#server/billing/read-billing.ts'
import { openPortal, startCheckout } from '#server/billing/start-checkout.ts'
import { readCharges, readUsage } from '#server/credits/read-usage.ts'
import { createRoute, createRouter, errorResponses, jsonResponse, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

export const billingRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/billing',
      summary: 'Get your plan, your subscription and how to change them',
      middleware: signedIn,
      responses: { 200: jsonResponse(Billing, 'Current plan'), ...errorResponses(401) },
    }),
    async (c) => c.json(await readBilling(c.get('services'), c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/billing/checkout',
      summary: 'Start payment for the Pro plan on the payment service',
      middleware: signedIn,
      responses: { 200: jsonResponse(PaymentPage, 'Checkout page'), ...errorResponses(401, 409, 502) },
    }),
    async (c) => {
      const { id: userId, email } = c.get('me').user
      return c.json(await startCheckout(c.get('services'), { userId, email }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/billing/portal',
      summary: 'Open the page of the payment service for invoices, card and cancellation',
      middleware: signedIn,
      responses: { 200: jsonResponse(PaymentPage, 'Portal page'), ...errorResponses(401, 409, 502) },
    }),
    async (c) => c.json(await openPortal(c.get('services'), c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/usage',
      summary: 'Get your balance, the last 30 days and the ledger',
      middleware: signedIn,
      request: { query: UsageQuery },
      responses: { 200: jsonResponse(Usage, 'Your usage'), ...errorResponses(400, 401) },
    }),
    async (c) => {
      const { before } = c.req.valid('query')
      const page = before === undefined ? {} : { before }
      return c.json(await readUsage(c.get('services').db, c.get('me').user.id, page), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/usage/charges/{id}',
      summary: 'List the pages that a crawl, or a check for changes, was charged for',
      middleware: signedIn,
      request: { params: z.object({ id: z.uuid() }), query: UsageQuery },
      responses: { 200: jsonResponse(UsageCharges, 'Charges, newest first'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const request = { userId: c.get('me').user.id, id, before: c.req.valid('query').before }
      return c.json(await readCharges(c.get('services').db, request), 200)
    },
  )

/** Mounted before the body is parsed: the signature covers the raw bytes. */
export const stripeRoutes = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/stripe/webhook',
    summary: 'Receive an event of the payment service; its signature is verified',
    responses: {
      200: jsonResponse(z.object({ received: z.literal(true) }), 'Received'),
      ...errorResponses(400, 409, 502),
    },
  }),
  async (c) => {
    const body = await c.req.text()
    await handlePaymentEvent(c.get('services'), { body, signature: c.req.header('Stripe-Signature') ?? '' })
    return c.json({ received: true as const }, 200)
  },
)
