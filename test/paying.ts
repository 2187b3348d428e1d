/** People who pay for a plan, with the stand-in of the payment service. */
import { eq, sum } from 'drizzle-orm'
import { expect } from 'vitest'
import { creditLedger, userCredits } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from './app.ts'
import type { StripeService } from './stripe-service.ts'

export function openPaidApp({ settings, url }: StripeService) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pricePro } = settings
  return openTestApp({ stripe: { secretKey, webhookSecret, pricePro, baseUrl: url }, adminEmails: ['operator@example.org'] })
}

/** The service tells this app, and nothing is amiss with it. */
export function letStripeTell(stripe: StripeService, app: TestApp) {
  stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
  stripe.next = []
  stripe.before = null
  stripe.beforeTelling = null
}

export const planOf = async (person: Person) => (await person.get('/api/credits')).body
export const billingOf = async (person: Person) => (await person.get('/api/billing')).body

/** The balance, and what the ledger adds up to. */
export async function booksOf(app: TestApp, { userId }: Person) {
  const { db } = app.services
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  const [ledger] = await db.select({ total: sum(creditLedger.amount) }).from(creditLedger).where(eq(creditLedger.userId, userId))
  return [balance?.creditsCount, Number(ledger?.total)]
}

/** Answers the id of the page at which can be paid. */
export async function checkout(person: Person) {
  const { status, body } = await person.post('/api/billing/checkout')
  expect(status).toBe(200)
  return new URL(body.url).pathname.split('/').at(-1) ?? ''
}

/** Someone who pays for Pro, as it usually goes. */
export async function payer(app: TestApp, stripe: StripeService) {
  const person = await app.signUp()
  const subscription = await stripe.pay(await checkout(person))
  expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
  return { person, subscription }
}
