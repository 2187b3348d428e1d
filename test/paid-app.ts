/** An app with the stand-in payment service, and users who pay for a plan. */
import { eq, sum } from 'drizzle-orm'
import { expect } from 'vitest'
import { creditLedger, userCredits } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from './app.ts'
import type { StripeService } from './stripe-service.ts'

export function openPaidApp({ settings, url }: StripeService) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pricePro } = settings
  return openTestApp({
    stripe: { secretKey, webhookSecret, pricePro, baseUrl: url },
    adminEmails: ['operator@example.org'],
  })
}

/** Directs the payment service's webhooks to this app and clears its faults. */
export function connectWebhook(stripe: StripeService, app: TestApp) {
  stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
  stripe.next = []
  stripe.before = null
  stripe.beforeListingSubscriptions = null
}

export const readPlan = async (person: Person) => (await person.get('/api/credits')).body
export const readBilling = async (person: Person) => (await person.get('/api/billing')).body

/** The balance and the sum of the ledger, which must be equal. */
export async function readLedger(app: TestApp, { userId }: Person) {
  const { db } = app.services
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  const [ledger] = await db
    .select({ total: sum(creditLedger.amount) })
    .from(creditLedger)
    .where(eq(creditLedger.userId, userId))
  return [balance?.creditsCount, Number(ledger?.total)]
}

/** Starts a checkout and returns the session id. */
export async function checkout(person: Person) {
  const { status, body } = await person.post('/api/billing/checkout')
  expect(status).toBe(200)
  return new URL(body.url).pathname.split('/').at(-1) ?? ''
}

/** Signs up a user who has paid for Pro. */
export async function payer(app: TestApp, stripe: StripeService) {
  const person = await app.signUp()
  const subscription = await stripe.pay(await checkout(person))
  expect(await readPlan(person)).toEqual({ credits_count: 300, tier: 'pro' })
  return { person, subscription }
}
