import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { setBalance } from '#server/credits/set-balance.ts'
import { creditLedger, paymentEvents, subscriptions } from '#server/platform/db/schema/index.ts'
import { openServices } from '#server/services.ts'
import { type Person, type TestApp } from '#test/app.ts'
import { databaseKind } from '#test/database.ts'
import { readBilling, readLedger, checkout, connectWebhook, openPaidApp, payer, readPlan } from '#test/paid-app.ts'
import { startStripeService, type StripeService } from '#test/stripe-service.ts'
import { handlePaymentEvent } from './handle-payment-event.ts'

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

describe('a payment event', () => {
  it('counts only with a recent signature of the provider [take-event-1]', async () => {
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
    expect(
      await stripe.send(event, {
        body: event.body.replace('invoice.paid', 'invoice.p4id'),
        signature: event.signature,
      }),
    ).toBe(400)
    expect(await stripe.send(event, { body: 'no event', signature: stripe.sign('no event') })).toBe(400)
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })
    expect(await stripe.send(event)).toBe(200)
    expect(await readPlan(person)).toEqual({ credits_count: 300, tier: 'pro' })
  })

  it('changes nothing when it is delivered again, even twenty times concurrently', async () => {
    const { person, subscription } = await payer(app, stripe)
    await setCredits(person, 7)
    for (const event of stripe.events.slice(-3)) expect(await stripe.send(event)).toBe(200)
    expect(await readPlan(person)).toEqual({ credits_count: 7, tier: 'pro' })

    stripe.webhookUrl = null
    const event = await stripe.change(subscription.id, { status: 'canceled' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    const statuses = await Promise.all(Array.from({ length: 20 }, () => stripe.send(event)))
    expect(statuses).toEqual(Array(20).fill(200))
    expect(await readPlan(person)).toEqual({ credits_count: 7, tier: 'free' })
    const stored = await app.services.db.select().from(paymentEvents).where(eq(paymentEvents.id, event.id))
    expect(stored).toHaveLength(1)
    expect(await readLedger(app, person)).toEqual([7, 7])
  })

  it('changes nothing when it arrives late, because the current state comes from the provider', async () => {
    const person = await app.signUp()
    const sessionId = await checkout(person)
    stripe.webhookUrl = null
    const subscription = await stripe.pay(sessionId)
    const delayed = stripe.events.slice(-3)
    const deleted = await stripe.change(subscription.id, { status: 'canceled' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    expect(await stripe.send(deleted)).toBe(200)
    for (const event of delayed.toReversed()) expect(await stripe.send(event)).toBe(200)
    expect(await readPlan(person)).toEqual({ credits_count: 30, tier: 'free' })

    // A second subscription, followed by another event about the end of the first.
    const next = await stripe.pay(await checkout(person))
    const late = stripe.make(
      'customer.subscription.deleted',
      JSON.parse(deleted.body).data.object,
      Math.floor(Date.now() / 1000) - 3600,
    )
    expect(await stripe.send(late)).toBe(200)
    const recent = stripe.make('customer.subscription.deleted', JSON.parse(deleted.body).data.object)
    expect(await stripe.send(recent)).toBe(200)
    expect((await readPlan(person)).tier).toBe('pro')
    const [row] = await app.services.db.select().from(subscriptions).where(eq(subscriptions.userId, person.userId))
    expect(row).toMatchObject({ subscriptionId: next.id, status: 'active' })
  })

  it('does not undo a newer one when the state it fetched is outdated', async () => {
    const { person, subscription } = await payer(app, stripe)
    stripe.webhookUrl = null
    const pastDue = await stripe.change(subscription.id, { status: 'past_due' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    const [requested, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    stripe.beforeListingSubscriptions = () => {
      stripe.beforeListingSubscriptions = null
      requested.resolve()
      return overtaken.promise
    }
    const slow = stripe.send(pastDue)
    await requested.promise
    await stripe.change(subscription.id, { status: 'canceled' })
    expect((await readPlan(person)).tier).toBe('free')
    overtaken.resolve()
    expect(await slow).toBe(200)
    expect((await readPlan(person)).tier).toBe('free')
    expect((await readBilling(person)).subscription.status).toBe('canceled')
  })

  it('is rejected while the provider is unavailable and counts when it is delivered again', async () => {
    const { person, subscription } = await payer(app, stripe)
    stripe.webhookUrl = null
    const event = await stripe.change(subscription.id, { status: 'canceled' })
    stripe.webhookUrl = `${app.origin}/api/stripe/webhook`
    stripe.next = [500, 500, 500]
    expect(await stripe.send(event)).toBe(502)
    expect((await readPlan(person)).tier).toBe('pro')
    expect(await stripe.send(event)).toBe(200)
    expect((await readPlan(person)).tier).toBe('free')
  })

  it('is accepted without effect if its type, customer or server is not ours', async () => {
    const { person, subscription } = await payer(app, stripe)
    const foreign = {
      id: 'sub_x',
      object: 'subscription',
      customer: 'cus_unknown',
      metadata: { readback_user: 'x', readback_server: 'https://other.example' },
    }
    expect(await stripe.send(stripe.make('customer.subscription.updated', foreign))).toBe(200)
    expect(await stripe.send(stripe.make('charge.refunded', { id: 'ch_1', customer: subscription.customer }))).toBe(200)
    expect(await stripe.send(stripe.make('customer.subscription.updated', { id: 'sub_y' }))).toBe(200)
    expect((await readPlan(person)).tier).toBe('pro')
    const { rows } = (await app.services.db.execute(
      sql`select count(*)::int as jobs from pgboss.job where name = 'end-subscriptions' and data ->> 'customerId' = 'cus_unknown'`,
    )) as unknown as { rows: unknown[] } // both drivers return rows
    expect(rows).toEqual([{ jobs: 0 }])
  })

  it('grants the plan once when delivered four times concurrently, on PostgreSQL to two processes', async () => {
    const second = databaseKind() === 'postgres' ? await openServices(app.config, app.services.log) : null
    const otherApp = createApp(second ?? app.services)
    const person = await app.signUp()
    const sessionId = await checkout(person)
    stripe.webhookUrl = null
    await stripe.pay(sessionId)
    const [created] = stripe.events.slice(-3)
    if (!created) throw new Error('no event was made')
    const here = () => handlePaymentEvent(app.services, { body: created.body, signature: stripe.sign(created.body) })
    const there = () =>
      otherApp.request('/api/stripe/webhook', {
        method: 'POST',
        body: created.body,
        headers: { 'Stripe-Signature': stripe.sign(created.body) },
      })
    await Promise.all([here(), there(), here(), there()])
    expect(await readLedger(app, person)).toEqual([300, 300])
    const grants = await app.services.db
      .select()
      .from(creditLedger)
      .where(and(eq(creditLedger.userId, person.userId), eq(creditLedger.reason, 'plan')))
    expect(grants).toHaveLength(1)
    await second?.close()
  })
})
