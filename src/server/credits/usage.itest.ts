import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { utcDay } from '#shared/utc-day.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { crawls, creditLedger } from '#server/platform/db/schema/index.ts'
import { openEvents, publish } from '#server/platform/events.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { changePlan } from './change-plan.ts'
import { chargePages } from './charge-page.ts'
import { USAGE_PAGE_SIZE, readUsage } from './read-usage.ts'

let app: TestApp
let site: Website
beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Home</title><main><p>A page that costs a credit.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await app?.close()
  await site?.close()
})

it('shows only the spending of the signed-in user', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()]
  const { body: crawl } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  await waitFor('the crawl', async () => (await person.get(`/api/crawls/${crawl.id}`)).body.status === 'finished')
  const { body } = await person.get('/api/usage')
  expect(body).toMatchObject({ credits_count: 29, tier: 'free', next_return: null, payment_owed: false, next: null })
  expect(body.entries).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      amount: -1,
      reason: 'page',
      url: site.origin,
      charges: null,
      crawl: { id: crawl.id, url: expect.stringContaining(site.origin) },
    },
    {
      id: expect.any(Number),
      at: expect.any(String),
      amount: 30,
      reason: 'account',
      url: null,
      charges: null,
      crawl: null,
    },
  ])
  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toEqual({ date: utcDay(new Date()), spent: 1, granted: 30, tokens: 0, cost: 0 })
  expect((await other.get('/api/usage')).body.entries).toHaveLength(1)

  await person.delete(`/api/crawls/${crawl.id}`)
  expect((await person.get('/api/usage')).body.entries[0].crawl).toEqual({ id: crawl.id, url: null })
  const { ledger, account } = (await person.get('/api/account/export')).body
  expect(ledger).toHaveLength(2)
  expect(account).toMatchObject({ credits_count: 29, subscription: null })
})

it('never shows the crawl of another user, even if the ledger names it', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()]
  const { body: crawl } = await other.post('/api/crawls', { url: `${site.origin}/secret-start`, maxPages: 1 })
  await app.services.db
    .insert(creditLedger)
    .values({ userId: person.userId, amount: -1, reason: 'page', crawlId: crawl.id, url: 'https://example.org/' })
  expect((await person.get('/api/usage')).body.entries[0].crawl).toEqual({ id: crawl.id, url: null })
  expect(
    await app.services.db
      .select()
      .from(crawls)
      .where(sql`id = ${crawl.id}`),
  ).toHaveLength(1)
})

it('pages through the ledger, newest first, each entry once', async () => {
  const person = await app.signUp()
  const grants = Array.from({ length: USAGE_PAGE_SIZE + 20 }, () => ({
    userId: person.userId,
    amount: 1,
    reason: 'operator' as const,
  }))
  await app.services.db.insert(creditLedger).values(grants)
  const first = (await person.get('/api/usage')).body
  const second = (await person.get(`/api/usage?before=${first.next}`)).body
  const ids = [...first.entries, ...second.entries].map(({ id }: { id: number }) => id)
  expect(first.entries).toHaveLength(USAGE_PAGE_SIZE)
  expect(second.next).toBeNull()
  // With the sign-up credits.
  expect(ids).toHaveLength(USAGE_PAGE_SIZE + 21)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(new Set(ids).size).toBe(ids.length)
  expect((await person.get('/api/usage?before=no-number')).status).toBe(400)
})

it('shows one entry for each crawl and check, and lists its charges page by page to their owner alone', async () => {
  const [person, other] = [await app.signUp(), await app.signUp()]
  await app.services.db.transaction((tx) => changePlan(tx, { userId: person.userId, tier: 'pro' }))
  const [crawlId, checkId, single] = [randomUUID(), randomUUID(), randomUUID()]
  const charge = (page: number, crawlId: string, reason: 'page' | 'change') =>
    chargePages(app.services.db, [{ userId: person.userId, crawlId, url: `https://example.org/${page}`, reason }])
  await charge(0, crawlId, 'page')
  await charge(0, checkId, 'change')
  await charge(0, single, 'page')
  await charge(1, checkId, 'change')
  for (let page = 1; page < USAGE_PAGE_SIZE + 20; page++) await charge(page, crawlId, 'page')
  const { entries } = (await person.get('/api/usage')).body
  expect(entries.slice(0, 3)).toMatchObject([
    { amount: -70, reason: 'page', url: null, charges: { id: crawlId, number: 70 }, crawl: { id: crawlId, url: null } },
    { amount: -2, reason: 'change', url: null, charges: { id: checkId, number: 2 }, crawl: null },
    { amount: -1, reason: 'page', url: 'https://example.org/0', charges: null },
  ])
  // The plan change and the sign-up credits.
  expect(entries).toHaveLength(5)
  const first = (await person.get(`/api/usage/charges/${crawlId}`)).body
  const second = (await person.get(`/api/usage/charges/${crawlId}?before=${first.next}`)).body
  expect([first.charges.length, second.charges.length, second.next]).toEqual([USAGE_PAGE_SIZE, 20, null])
  const urls = [...first.charges, ...second.charges].map(({ url }: { url: string }) => url)
  expect(urls).toEqual(Array.from({ length: 70 }, (_, page) => `https://example.org/${69 - page}`))
  expect((await other.get(`/api/usage/charges/${crawlId}`)).status).toBe(404)
})

it('sums the last thirty UTC days and shows the time of the next refill', async () => {
  const person = await app.signUp()
  const { db } = app.services
  await db.transaction((tx) =>
    changePlan(tx, { userId: person.userId, tier: 'pro', now: new Date('2031-03-01T12:00:00Z') }),
  )
  const spend = (at: string) =>
    db.insert(creditLedger).values({
      userId: person.userId,
      amount: -1,
      reason: 'page',
      crawlId: randomUUID(),
      url: 'https://example.org/',
      createdAt: new Date(at),
    })
  for (const at of [
    '2031-01-30T23:59:59.999Z',
    '2031-01-31T00:00:00Z',
    '2031-02-28T23:59:59Z',
    '2031-03-01T01:00:00+02:00',
    '2031-03-01T00:00:00Z',
  ])
    await spend(at)
  const usage = await readUsage(db, person.userId, { now: new Date('2031-03-01T13:00:00Z') })
  expect(usage.next_return).toBe('2031-03-02T00:00:00.000Z')
  const none = { tokens: 0, cost: 0 }
  expect(usage.days.filter(({ spent }) => spent > 0)).toEqual([
    { date: '2031-01-31', spent: 1, granted: 0, ...none },
    { date: '2031-02-28', spent: 2, granted: 0, ...none },
    { date: '2031-03-01', spent: 1, granted: 0, ...none },
  ])
  expect([usage.days[0]?.date, usage.days.at(-1)?.date]).toEqual(['2031-01-31', '2031-03-01'])
})

it('publishes the balance to subscribers in every process [usage-3]', async () => {
  const person = await app.signUp()
  // A second process on PostgreSQL; the embedded database allows one.
  const second = app.config.databaseUrl ? await openDatabase({ ...app.config, log: app.services.log }) : null
  const events = second ? await openEvents(second) : app.services.events
  const received: unknown[] = []
  const unsubscribe = events.subscribe(person.userId, (event) => received.push(event))
  await waitFor('the first report', () => received.length === 1)
  received.length = 0
  await app.services.db.transaction((tx) => changePlan(tx, { userId: person.userId, tier: 'pro' }))
  await app.services.db.transaction((tx) => publish(tx, person.userId, { type: 'credits', credits_count: 299 }))
  await waitFor('both', () => received.length >= 2)
  expect(received.slice(0, 2)).toEqual([
    { type: 'credits', credits_count: 300, tier: 'pro' },
    { type: 'credits', credits_count: 299 },
  ])
  // The row still has 300, so screens are corrected.
  await waitFor('the stored balance', () => received.length === 3)
  expect(received[2]).toEqual({ type: 'credits', credits_count: 300 })
  unsubscribe()
  if (second) await events.close()
  await second?.close()
})

it('reports a balance that was changed with plain SQL to open screens [usage-5]', async () => {
  const person = await app.signUp()
  const received: unknown[] = []
  const unsubscribe = app.services.events.subscribe(person.userId, (event) => received.push(event))
  await waitFor('the first report', () => received.length === 1)
  await app.services.db.execute(addSeven(person.userId))
  await waitFor('a report', () => received.length === 2)
  unsubscribe()
  expect(received.map(creditsOf)).toEqual([30, 37])
})

it('reports a balance that was changed after a screen read it and before it subscribed [usage-6]', async () => {
  const person = await app.signUp()
  const first: unknown[] = []
  const endFirst = app.services.events.subscribe(person.userId, (event) => first.push(event))
  await waitFor('the report to another screen', () => first.length === 1)
  const { credits_count } = (await person.get('/api/credits')).body
  await app.services.db.execute(addSeven(person.userId))
  const received: unknown[] = []
  const unsubscribe = app.services.events.subscribe(person.userId, (event) => received.push(event))
  await waitFor('the balance', () => creditsOf(received.at(-1)) === credits_count + 7)
  unsubscribe()
  endFirst()
})

const addSeven = (userId: string) =>
  sql`update user_credits set credits_count = credits_count + 7 where user_id = ${userId}`
const creditsOf = (event: unknown) => (event as { credits_count: number } | undefined)?.credits_count
