import { and, eq, sql, sum } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { creditLedger, paymentEvents, subscriptions, userCredits, userSettings, users } from '#server/db/schema/index.ts'
import { changePlan } from '#server/credits/change-plan.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import { createApp } from '#server/api/app.ts'
import { openServices } from '#server/services.ts'
import { openTestApp, PASSWORD, type Person, type TestApp } from '#test/app.ts'
import { databaseKind } from '#test/database.ts'
import { type StripeService, startStripeService } from '#test/stripe-service.ts'
import { waitFor } from '#test/wait-for.ts'
import { unsafeFollowOverdue } from './follow-overdue.ts'
import { takePaymentEvent } from './take-event.ts'

let stripe: StripeService
let app: TestApp
beforeAll(async () => {
  stripe = await startStripeService()
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pricePro } = stripe.settings
  app = await openTestApp({ stripe: { secretKey, webhookSecret, pricePro, baseUrl: stripe.url }, adminEmails: ['operator@example.org'] })
})
afterAll(async () => {
  await app?.close()
  await stripe?.close()
})
beforeEach(() => {
  stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
  stripe.next = []
  stripe.before = null
  stripe.beforeTelling = null
})

const planOf = async (person: Person) => (await person.get('/api/credits')).body
const billingOf = async (person: Person) => (await person.get('/api/billing')).body
const books = async ({ userId }: Person) => {
  const { db } = app.services
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  const [ledger] = await db.select({ total: sum(creditLedger.amount) }).from(creditLedger).where(eq(creditLedger.userId, userId))
  return [balance?.creditsCount, Number(ledger?.total)]
}
const spendDownTo = ({ userId }: Person, credits: number) =>
  app.services.db.transaction((tx) => setBalance(tx, { userId, credits }))

async function checkout(person: Person) {
  const { status, body } = await person.post('/api/billing/checkout')
  expect(status).toBe(200)
  return new URL(body.url).pathname.split('/').at(-1) ?? ''
}

/** Someone who pays for Pro, as it usually goes. */
async function payer() {
  const person = await app.signUp()
  const subscription = await stripe.pay(await checkout(person))
  expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
  return { person, subscription }
}

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
    expect(await books(person)).toEqual([300, 300])
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
    const { person } = await payer()
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

describe('an event', () => {
  it('counts only when the payment service has signed it, and not long ago', async () => {
    const person = await app.signUp()
    const session = stripe.sessions.get(await checkout(person))
    stripe.webhookUrl = null
    await stripe.pay(session?.id ?? '')
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    const event = stripe.events.at(-1)
    if (!event) throw new Error('no event was made')
    const old = Math.floor(Date.now() / 1000) - 301
    expect(await stripe.send(event, { signature: '' })).toBe(400)
    expect(await stripe.send(event, { signature: 't=1,v1=00' })).toBe(400)
    expect(await stripe.send(event, { signature: stripe.sign(event.body, undefined, 'whsec_another') })).toBe(400)
    expect(await stripe.send(event, { signature: stripe.sign(event.body, old) })).toBe(400)
    expect(await stripe.send(event, { body: event.body.replace('invoice.paid', 'invoice.p4id'), signature: event.signature })).toBe(400)
    expect(await stripe.send(event, { body: 'no event', signature: stripe.sign('no event') })).toBe(400)
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await stripe.send(event)).toBe(200)
    expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
  })

  it('that comes again is answered with 200 and changes nothing, also twenty times at once', async () => {
    const { person, subscription } = await payer()
    await spendDownTo(person, 7)
    for (const event of stripe.events.slice(-3)) expect(await stripe.send(event)).toBe(200)
    expect(await planOf(person)).toEqual({ credits_count: 7, tier: 'pro' })

    stripe.webhookUrl = null
    const event = await stripe.change(subscription.id, { status: 'canceled' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    const statuses = await Promise.all(Array.from({ length: 20 }, () => stripe.send(event)))
    expect(statuses).toEqual(Array(20).fill(200))
    expect(await planOf(person)).toEqual({ credits_count: 7, tier: 'free' })
    const taken = await app.services.db.select().from(paymentEvents).where(eq(paymentEvents.id, event.id))
    expect(taken).toHaveLength(1)
    expect(await books(person)).toEqual([7, 7])
  })

  it('that comes late changes nothing: what is so now is asked of the payment service', async () => {
    const person = await app.signUp()
    const sessionId = await checkout(person)
    stripe.webhookUrl = null
    const subscription = await stripe.pay(sessionId)
    const told = stripe.events.slice(-3)
    const deleted = await stripe.change(subscription.id, { status: 'canceled' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    expect(await stripe.send(deleted)).toBe(200)
    for (const event of told.toReversed()) expect(await stripe.send(event)).toBe(200)
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })

    // A second subscription; then the end of the first is told once more, by an event of its own time.
    const next = await stripe.pay(await checkout(person))
    const late = stripe.make('customer.subscription.deleted', JSON.parse(deleted.body).data.object, Math.floor(Date.now() / 1000) - 3600)
    expect(await stripe.send(late)).toBe(200)
    const recent = stripe.make('customer.subscription.deleted', JSON.parse(deleted.body).data.object)
    expect(await stripe.send(recent)).toBe(200)
    expect((await planOf(person)).tier).toBe('pro')
    const [row] = await app.services.db.select().from(subscriptions).where(eq(subscriptions.userId, person.userId))
    expect(row).toMatchObject({ subscriptionId: next.id, status: 'active' })
  })

  it('whose answer from the payment service is out of date when it comes, does not undo a newer one', async () => {
    const { person, subscription } = await payer()
    stripe.webhookUrl = null
    const pastDue = await stripe.change(subscription.id, { status: 'past_due' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    const [asked, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    stripe.beforeTelling = () => {
      stripe.beforeTelling = null
      asked.resolve()
      return overtaken.promise
    }
    const slow = stripe.send(pastDue)
    await asked.promise
    await stripe.change(subscription.id, { status: 'canceled' })
    expect((await planOf(person)).tier).toBe('free')
    overtaken.resolve()
    expect(await slow).toBe(200)
    expect((await planOf(person)).tier).toBe('free')
    expect((await billingOf(person)).subscription.status).toBe('canceled')
  })

  it('is sent again when the payment service could not be asked, and then counts', async () => {
    const { person, subscription } = await payer()
    stripe.webhookUrl = null
    const event = await stripe.change(subscription.id, { status: 'canceled' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    stripe.next = [500, 500, 500]
    expect(await stripe.send(event)).toBe(502)
    expect((await planOf(person)).tier).toBe('pro')
    expect(await stripe.send(event)).toBe(200)
    expect((await planOf(person)).tier).toBe('free')
  })

  it('of another kind, of an unknown customer or of another server is taken in and changes nothing', async () => {
    const { person, subscription } = await payer()
    const foreign = { id: 'sub_x', object: 'subscription', customer: 'cus_of_nobody', metadata: { readback_user: 'x', readback_server: 'https://other.example' } }
    expect(await stripe.send(stripe.make('customer.subscription.updated', foreign))).toBe(200)
    expect(await stripe.send(stripe.make('charge.refunded', { id: 'ch_1', customer: subscription.customer }))).toBe(200)
    expect(await stripe.send(stripe.make('customer.subscription.updated', { id: 'sub_y' }))).toBe(200)
    expect((await planOf(person)).tier).toBe('pro')
    const { rows } = (await app.services.db.execute(
      sql`select count(*)::int as jobs from pgboss.job where name = 'end-subscriptions' and data ->> 'customerId' = 'cus_of_nobody'`,
    )) as unknown as { rows: unknown[] } // Both drivers answer so.
    expect(rows).toEqual([{ jobs: 0 }])
  })

  it('is taken four times at once, by two processes where there may be two, and grants once', async () => {
    const second = databaseKind() === 'postgres' ? await openServices(app.config, app.services.log) : null
    const otherDoor = createApp(second ?? app.services)
    const person = await app.signUp()
    const sessionId = await checkout(person)
    stripe.webhookUrl = null
    await stripe.pay(sessionId)
    const [created] = stripe.events.slice(-3)
    if (!created) throw new Error('no event was made')
    const here = () => takePaymentEvent(app.services, { body: created.body, signature: stripe.sign(created.body) })
    const there = () =>
      otherDoor.request('/api/stripe/webhook', { method: 'POST', body: created.body, headers: { 'Stripe-Signature': stripe.sign(created.body) } })
    await Promise.all([here(), there(), here(), there()])
    expect(await books(person)).toEqual([300, 300])
    const grants = await app.services.db
      .select()
      .from(creditLedger)
      .where(and(eq(creditLedger.userId, person.userId), eq(creditLedger.reason, 'plan')))
    expect(grants).toHaveLength(1)
    await second?.close()
  })
})

describe('what a payment does to plan and balance', () => {
  it('a cancellation keeps the plan until the paid time is over, and then leaves what the free plan has', async () => {
    const { person, subscription } = await payer()
    await stripe.change(subscription.id, { cancelAtPeriodEnd: true })
    expect(await billingOf(person)).toMatchObject({ tier: 'pro', subscription: { live: true, cancel_at_period_end: true } })
    expect(await planOf(person)).toEqual({ credits_count: 300, tier: 'pro' })
    await stripe.change(subscription.id, { status: 'canceled' })
    expect(await planOf(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await books(person)).toEqual([30, 30])
  })

  it('a failed payment keeps plan and balance while it is tried again, and the daily return waits', async () => {
    const { person, subscription } = await payer()
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
    const { person, subscription } = await payer()
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
    const { person, subscription } = await payer()
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
    const { person, subscription } = await payer()
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
  const { person } = await payer()
  const told = await Promise.all(['/api/billing', '/api/usage', '/api/me', '/api/instance', '/api/account/export'].map((path) => person.get(path)))
  expect(JSON.stringify(told.map(({ body }) => body))).not.toMatch(/sk_test_planted|whsec_planted/)
  expect(stripe.requests.every(({ key }) => key === stripe.settings.STRIPE_SECRET_KEY)).toBe(true)
})
