import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePlan } from '#server/credits/change-plan.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import { creditLedger, subscriptions, userSettings, users } from '#server/db/schema/index.ts'
import { PASSWORD, type Person, type TestApp } from '#test/app.ts'
import { billingOf, booksOf, checkout, letStripeTell, openPaidApp, payer, planOf } from '#test/paying.ts'
import { startStripeService, type StripeService } from '#test/stripe-service.ts'
import { waitFor } from '#test/wait-for.ts'
import { unsafeFollowOverdue } from './follow-overdue.ts'

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
beforeEach(() => letStripeTell(stripe, app))

const spendDownTo = ({ userId }: Person, credits: number) =>
  app.services.db.transaction((tx) => setBalance(tx, { userId, credits }))

describe('paying for Pro', () => {
  it('leads to the page of the payment service, and grants the plan when the service says that it was paid', async () => {
    const person = await app.signUp()
    const session = stripe.sessions.get(await checkout(person))
    expect(session).toMatchObject({ price: stripe.settings.STRIPE_PRICE_PRO, successUrl: `${app.origin}/usage?payment=confirming` })
    expect(stripe.customers.get(session?.customer ?? '')).toMatchObject({ email: person.email })

    // The browser comes back, says what it likes, and gets nothing.
    await person.get('/usage?payment=confirming')
    await person.post('/api/billing/checkout', { paid: true, tier: 'enterprise' })
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await billingOf(person)).toEqual({ tier: 'free', payment: true, operator: 'operator@example.org', subscription: null })

    const open = [...stripe.sessions.values()].find((each) => each.customer === session?.customer && each.status === 'open')
    await stripe.pay(open?.id ?? '')
    expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
    expect(await billingOf(person)).toMatchObject({ tier: 'pro', subscription: { status: 'active', live: true, cancel_at_period_end: false } })
    expect(await booksOf(app, person)).toEqual([300, 300])
  })

  it('lets one person pay once: one customer, one page that can be paid, none for who has paid', async () => {
    const person = await app.signUp()
    const first = await checkout(person)
    const second = await checkout(person)
    expect([stripe.sessions.get(first)?.status, stripe.sessions.get(second)?.status]).toEqual(['expired', 'open'])
    expect(stripe.sessions.get(first)?.customer).toBe(stripe.sessions.get(second)?.customer)
    await stripe.pay(second)
    const again = await person.post('/api/billing/checkout')
    expect([again.status, again.body.error.message]).toEqual([409, 'Your plan is paid already. You can change it under Manage subscription.'])
  })

  it('leads whoever has paid to invoices, card and cancellation, and nobody else', async () => {
    const { person } = await payer(app, stripe)
    const portal = await person.post('/api/billing/portal')
    expect(portal.body.url).toMatch(`${stripe.url}/portal/cus_`)
    const other = await app.signUp()
    expect((await other.post('/api/billing/portal')).body.error.code).toBe('billing.no-subscription')
  })

  it('goes on for someone whom the payment service does not know any more', async () => {
    const person = await app.signUp()
    const before = stripe.sessions.get(await checkout(person))?.customer ?? ''
    stripe.customers.delete(before)
    const again = await checkout(person)
    expect(stripe.sessions.get(again)?.customer).not.toBe(before)
    await stripe.pay(again)
    expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
    stripe.customers.clear()
    expect((await person.post('/api/billing/portal')).body.error.code).toBe('billing.no-subscription')
  })

  it.each([[[500, 500, 500]], [[0, 0, 0]], [[401]]])('says that the payment service does not answer when it answers %j', async (statuses) => {
    const person = await app.signUp()
    stripe.next = [...statuses]
    const answer = await person.post('/api/billing/checkout')
    expect([answer.status, answer.body.error.code]).toEqual([502, 'billing.unavailable'])
    expect(JSON.stringify(answer.body)).not.toContain('sk_test')
    stripe.next = []
    await checkout(person)
  })
})

describe('what a payment does to plan and balance', () => {
  it('a cancellation keeps the plan until the paid time is over, and then leaves what the free plan has', async () => {
    const { person, subscription } = await payer(app, stripe)
    await stripe.change(subscription.id, { cancelAtPeriodEnd: true })
    expect(await billingOf(person)).toMatchObject({ tier: 'pro', subscription: { live: true, cancel_at_period_end: true } })
    expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
    await stripe.change(subscription.id, { status: 'canceled' })
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await booksOf(app, person)).toEqual([30, 30])
  })

  it('a failed payment keeps plan and balance while it is tried again, and the daily return waits', async () => {
    const { person, subscription } = await payer(app, stripe)
    await spendDownTo(person, 12)
    await stripe.change(subscription.id, { status: 'past_due' }, 'invoice.payment_failed')
    await app.services.db.execute(sql`update credit_ledger set day = day - 1 where user_id = ${person.userId} and reason = 'daily'`)
    expect(await planOf(person)).toEqual({ credits_count: 12, tier: 'pro' })
    expect((await person.get('/api/usage')).body).toMatchObject({ payment_owed: true, next_return: null })
    await stripe.change(subscription.id, { status: 'active' }, 'invoice.paid')
    expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })

    await stripe.change(subscription.id, { status: 'past_due' }, 'invoice.payment_failed')
    await stripe.change(subscription.id, { status: 'unpaid' })
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('a first payment that is not made grants nothing', async () => {
    const person = await app.signUp()
    const sessionId = await checkout(person)
    stripe.webhookUrl = null
    const subscription = await stripe.pay(sessionId)
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    await stripe.change(subscription.id, { status: 'incomplete' }, 'customer.subscription.created')
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('a subscription whose paid time is over is asked about, when no event came', async () => {
    const { person, subscription } = await payer(app, stripe)
    stripe.webhookUrl = null
    await stripe.change(subscription.id, { status: 'canceled' })
    const { services } = app
    await unsafeFollowOverdue(services)
    expect((await planOf(person)).tier).toBe('pro')
    const later = new Date(Date.now() + 32 * 86_400_000)
    stripe.next = [500, 500, 500]
    await unsafeFollowOverdue(services, { now: later })
    await unsafeFollowOverdue(services, { now: later })
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
  })

  it('a plan put in place by hand stays, whatever becomes of a smaller one that was paid', async () => {
    const { person, subscription } = await payer(app, stripe)
    await app.services.db.transaction((tx) => changePlan(tx, { userId: person.userId, tier: 'enterprise' }))
    await stripe.change(subscription.id, { status: 'canceled' })
    expect(await planOf(person)).toEqual({ credits_count: 3000, tier: 'enterprise' })
  })
})

describe('an account that is deleted', () => {
  const isGone = async (userId: string) => {
    const { db } = app.services
    return [
      ...(await db.select({ id: users.id }).from(users).where(eq(users.id, userId))),
      ...(await db.select({ id: userSettings.userId }).from(userSettings).where(eq(userSettings.userId, userId))),
      ...(await db.select({ id: subscriptions.userId }).from(subscriptions).where(eq(subscriptions.userId, userId))),
      ...(await db.select({ id: creditLedger.userId }).from(creditLedger).where(eq(creditLedger.userId, userId))),
    ]
  }

  it('pays no more: its subscription is cancelled, also when the payment service is away at first', async () => {
    const { person, subscription } = await payer(app, stripe)
    stripe.next = [500, 500, 500]
    expect((await person.post('/api/account/delete', { password: PASSWORD })).status).toBe(204)
    expect(await isGone(person.userId)).toEqual([])
    await waitFor('the cancellation', async () => stripe.subscriptions.get(subscription.id)?.status === 'canceled', 25_000)
  })

  it('cannot be paid for on a page that was still open, nor go on being paid for if it was', async () => {
    const person = await app.signUp()
    const sessionId = await checkout(person)
    await person.post('/api/account/delete', { password: PASSWORD })
    await waitFor('the page to end', async () => stripe.sessions.get(sessionId)?.status === 'expired')

    const late = await app.signUp()
    const session = stripe.sessions.get(await checkout(late))
    await late.post('/api/account/delete', { password: PASSWORD })
    await waitFor('the page to end', async () => session?.status === 'expired')
    // Paid in the same moment in which the account was deleted.
    if (session) session.status = 'open'
    const subscription = await stripe.pay(session?.id ?? '')
    await waitFor('the cancellation', async () => stripe.subscriptions.get(subscription.id)?.status === 'canceled')
  })
})

it('keeps the keys of the payment service to itself', async () => {
  const { person } = await payer(app, stripe)
  const told = await Promise.all(['/api/billing', '/api/usage', '/api/me', '/api/instance', '/api/account/export'].map((path) => person.get(path)))
  expect(JSON.stringify(told.map(({ body }) => body))).not.toMatch(/sk_test_planted|whsec_planted/)
  expect(stripe.requests.every(({ key }) => key === stripe.settings.STRIPE_SECRET_KEY)).toBe(true)
})
