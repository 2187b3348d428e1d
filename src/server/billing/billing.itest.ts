import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePlan } from '#server/credits/change-plan.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import { creditLedger, subscriptions, userSettings, users } from '#server/platform/db/schema/index.ts'
import { PASSWORD, type Person, type TestApp } from '#test/app.ts'
import { readBilling, readLedger, checkout, connectWebhook, openPaidApp, payer, readPlan } from '#test/paid-app.ts'
import { startStripeService, type StripeService } from '#test/stripe-service.ts'
import { waitFor } from '#test/wait-for.ts'
import { unsafeSyncOverdueSubscriptions } from './sync-overdue-subscriptions.ts'

let stripe: StripeService
let app: TestApp
beforeAll(async () => {
  stripe = await startStripeService()
  app = await openPaidApp(stripe)
})
afterAll(async () => {
  await app?.close()
  await stripe?.close()
})
beforeEach(() => connectWebhook(stripe, app))

const setCredits = ({ userId }: Person, credits: number) =>
  app.services.db.transaction((tx) => setBalance(tx, { userId, credits }))

describe('paying for Pro', () => {
  it('opens the checkout page and grants the plan only when the provider confirms the payment', async () => {
    const person = await app.signUp()
    const session = stripe.sessions.get(await checkout(person))
    expect(session).toMatchObject({
      price: stripe.settings.STRIPE_PRICE_PRO,
      successUrl: `${app.origin}/usage?payment=confirming`,
    })
    expect(stripe.customers.get(session?.customer ?? '')).toMatchObject({ email: person.email })

    // Claims by the browser after its return grant nothing.
    await person.get('/usage?payment=confirming')
    await person.post('/api/billing/checkout', { paid: true, tier: 'enterprise' })
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await readBilling(person)).toEqual({
      tier: 'free',
      payment: true,
      operator: 'operator@example.org',
      subscription: null,
    })

    const open = [...stripe.sessions.values()].find(
      (each) => each.customer === session?.customer && each.status === 'open',
    )
    await stripe.pay(open?.id ?? '')
    expect(await readPlan(person)).toEqual({ credits_count: 300, tier: 'pro' })
    expect(await readBilling(person)).toMatchObject({
      tier: 'pro',
      subscription: { status: 'active', live: true, cancel_at_period_end: false },
    })
    expect(await readLedger(app, person)).toEqual([300, 300])
  })

  it('allows one payment per user: one customer, one open checkout, and none after the payment', async () => {
    const person = await app.signUp()
    const first = await checkout(person)
    const second = await checkout(person)
    expect([stripe.sessions.get(first)?.status, stripe.sessions.get(second)?.status]).toEqual(['expired', 'open'])
    expect(stripe.sessions.get(first)?.customer).toBe(stripe.sessions.get(second)?.customer)
    await stripe.pay(second)
    const again = await person.post('/api/billing/checkout')
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'You already have a paid plan. Change it under Manage subscription.',
    ])
  })

  it('opens the portal with invoices, card and cancellation only for paying users', async () => {
    const { person } = await payer(app, stripe)
    const portal = await person.post('/api/billing/portal')
    expect(portal.body.url).toMatch(`${stripe.url}/portal/cus_`)
    const other = await app.signUp()
    expect((await other.post('/api/billing/portal')).body.error.code).toBe('billing.no-subscription')
  })

  it('works for an email address of 200 characters: the provider limits the length of keys', async () => {
    const host = Array.from({ length: 3 }, () => 'h'.repeat(44)).join('.')
    const person = await app.signUp(`${'p'.repeat(60)}@${host}.org`)
    const session = stripe.sessions.get(await checkout(person))
    expect(stripe.customers.get(session?.customer ?? '')).toMatchObject({ email: person.email })
  })

  it('creates a new customer when the provider no longer knows the old one', async () => {
    const person = await app.signUp()
    const before = stripe.sessions.get(await checkout(person))?.customer ?? ''
    stripe.customers.delete(before)
    const again = await checkout(person)
    expect(stripe.sessions.get(again)?.customer).not.toBe(before)
    await stripe.pay(again)
    expect(await readPlan(person)).toEqual({ credits_count: 300, tier: 'pro' })
    stripe.customers.clear()
    expect((await person.post('/api/billing/portal')).body.error.code).toBe('billing.no-subscription')
  })

  it.each([[[500, 500, 500]], [[0, 0, 0]], [[401]]])(
    'reports the provider as unavailable when it answers %j',
    async (statuses) => {
      const person = await app.signUp()
      stripe.next = [...statuses]
      const response = await person.post('/api/billing/checkout')
      expect([response.status, response.body.error.code]).toEqual([502, 'billing.unavailable'])
      expect(JSON.stringify(response.body)).not.toContain('sk_test')
      stripe.next = []
      await checkout(person)
    },
  )
})

describe('plan and balance', () => {
  it('keep the plan after a cancellation until the paid period ends, then cut to the free plan', async () => {
    const { person, subscription } = await payer(app, stripe)
    await stripe.change(subscription.id, { cancelAtPeriodEnd: true })
    expect(await readBilling(person)).toMatchObject({
      tier: 'pro',
      subscription: { live: true, cancel_at_period_end: true },
    })
    expect(await readPlan(person)).toEqual({ credits_count: 300, tier: 'pro' })
    await stripe.change(subscription.id, { status: 'canceled' })
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await readLedger(app, person)).toEqual([30, 30])
  })

  it('stay the same while a failed payment is retried, without the daily refill', async () => {
    const { person, subscription } = await payer(app, stripe)
    await setCredits(person, 12)
    await stripe.change(subscription.id, { status: 'past_due' }, 'invoice.payment_failed')
    await app.services.db.execute(
      sql`update credit_ledger set day = day - 1 where user_id = ${person.userId} and reason = 'daily'`,
    )
    expect(await readPlan(person)).toEqual({ credits_count: 12, tier: 'pro' })
    expect((await person.get('/api/usage')).body).toMatchObject({ payment_owed: true, next_return: null })
    await stripe.change(subscription.id, { status: 'active' }, 'invoice.paid')
    expect(await readPlan(person)).toEqual({ credits_count: 300, tier: 'pro' })

    await stripe.change(subscription.id, { status: 'past_due' }, 'invoice.payment_failed')
    await stripe.change(subscription.id, { status: 'unpaid' })
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('stay free when the first payment is not made', async () => {
    const person = await app.signUp()
    const sessionId = await checkout(person)
    stripe.webhookUrl = null
    const subscription = await stripe.pay(sessionId)
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    await stripe.change(subscription.id, { status: 'incomplete' }, 'customer.subscription.created')
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('follow a subscription that ended without an event, once its paid period is over', async () => {
    const { person, subscription } = await payer(app, stripe)
    stripe.webhookUrl = null
    await stripe.change(subscription.id, { status: 'canceled' })
    const { services } = app
    await unsafeSyncOverdueSubscriptions(services)
    expect((await readPlan(person)).tier).toBe('pro')
    const later = new Date(Date.now() + 32 * 86_400_000)
    stripe.next = [500, 500, 500]
    await unsafeSyncOverdueSubscriptions(services, { now: later })
    await unsafeSyncOverdueSubscriptions(services, { now: later })
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('keep a larger plan set by an administrator when the paid subscription ends', async () => {
    const { person, subscription } = await payer(app, stripe)
    await app.services.db.transaction((tx) => changePlan(tx, { userId: person.userId, tier: 'enterprise' }))
    await stripe.change(subscription.id, { status: 'canceled' })
    expect(await readPlan(person)).toEqual({ credits_count: 3000, tier: 'enterprise' })
  })
})

describe('a deleted account', () => {
  const isGone = async (userId: string) => {
    const { db } = app.services
    return [
      ...(await db.select({ id: users.id }).from(users).where(eq(users.id, userId))),
      ...(await db.select({ id: userSettings.userId }).from(userSettings).where(eq(userSettings.userId, userId))),
      ...(await db.select({ id: subscriptions.userId }).from(subscriptions).where(eq(subscriptions.userId, userId))),
      ...(await db.select({ id: creditLedger.userId }).from(creditLedger).where(eq(creditLedger.userId, userId))),
    ]
  }

  it('has its subscription canceled, even when the provider is unavailable at first', async () => {
    const { person, subscription } = await payer(app, stripe)
    stripe.next = [500, 500, 500]
    expect((await person.post('/api/account/delete', { password: PASSWORD })).status).toBe(204)
    expect(await isGone(person.userId)).toEqual([])
    await waitFor(
      'the cancellation',
      async () => stripe.subscriptions.get(subscription.id)?.status === 'canceled',
      25_000,
    )
  })

  it('has its open checkout expired, and a payment made in the same moment canceled', async () => {
    const person = await app.signUp()
    const sessionId = await checkout(person)
    await person.post('/api/account/delete', { password: PASSWORD })
    await waitFor('the page to end', async () => stripe.sessions.get(sessionId)?.status === 'expired')

    const late = await app.signUp()
    const session = stripe.sessions.get(await checkout(late))
    await late.post('/api/account/delete', { password: PASSWORD })
    await waitFor('the page to end', async () => session?.status === 'expired')
    // Paid in the moment in which the account is deleted.
    if (session) session.status = 'open'
    const subscription = await stripe.pay(session?.id ?? '')
    await waitFor('the cancellation', async () => stripe.subscriptions.get(subscription.id)?.status === 'canceled')
  })
})

it('sends the keys of the payment provider to no client', async () => {
  const { person } = await payer(app, stripe)
  const responses = await Promise.all(
    ['/api/billing', '/api/usage', '/api/me', '/api/instance', '/api/account/export'].map((path) => person.get(path)),
  )
  expect(JSON.stringify(responses.map(({ body }) => body))).not.toMatch(/sk_test_planted|whsec_planted/)
  expect(stripe.requests.every(({ key }) => key === stripe.settings.STRIPE_SECRET_KEY)).toBe(true)
})
