/** /api/billing and /api/usage: how a plan is paid, and what the credits were spent on. */
import { Billing, PaymentPage, Usage, UsageQuery } from '#shared/billing.ts'
import { readBilling } from '#server/billing/read-billing.ts'
import { openPortal, startCheckout } from '#server/billing/start-checkout.ts'
import { readUsage } from '#server/credits/read-usage.ts'
import { createRoute, createRouter, failing, json } from './context.ts'
import { signedIn } from './session.ts'

export const billingRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/billing',
      summary: 'How your plan can be changed, and what you pay for',
      middleware: signedIn,
      responses: { 200: json(Billing, 'Your plan'), ...failing(401) },
    }),
    async (c) => c.json(await readBilling(c.get('services'), c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/billing/checkout',
      summary: 'Begin to pay for the Pro plan on a page of the payment service',
      middleware: signedIn,
      responses: { 200: json(PaymentPage, 'Where to pay'), ...failing(401, 409, 502) },
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
      summary: 'Invoices, card and cancellation on a page of the payment service',
      middleware: signedIn,
      responses: { 200: json(PaymentPage, 'Where to go'), ...failing(401, 409, 502) },
    }),
    async (c) => c.json(await openPortal(c.get('services'), c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/usage',
      summary: 'What your credits were spent on, with the last thirty days and what comes next',
      middleware: signedIn,
      request: { query: UsageQuery },
      responses: { 200: json(Usage, 'Your usage'), ...failing(400, 401) },
    }),
    async (c) => {
      const { before } = c.req.valid('query')
      return c.json(await readUsage(c.get('services').db, c.get('me').user.id, before === undefined ? {} : { before }), 200)
    },
  )
