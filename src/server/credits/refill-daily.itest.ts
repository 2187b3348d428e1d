import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tier } from '#shared/tier.ts'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { creditLedger, subscriptions, users } from '#server/platform/db/schema/index.ts'
import { openEvents } from '#server/platform/events.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import { changePlan } from './change-plan.ts'
import { chargePage, OutOfCredits } from './charge-page.ts'
import { readBalance } from './read-balance.ts'
import { unsafeRefillAllDue } from './refill-daily.ts'
import { setBalance } from './set-balance.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

/** Days after the account was created; the first credits replace the refill of day 0. */
const day = (count: number, time = '00:00:00.000') =>
  new Date(`${new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)}T${time}Z`)

async function newUser(tier: Tier, credits: number) {
  const id = randomUUID()
  await db.insert(users).values({ id, name: id, email: `${id}@example.org`, emailVerified: true })
  await provisionAccount(db, id, tier)
  await setCredits(id, credits)
  return id
}

const setCredits = (userId: string, credits: number) => db.transaction((tx) => setBalance(tx, { userId, credits }))
const balanceOn = async (userId: string, now: Date) => (await readBalance(db, userId, now)).credits_count
const refills = (userId: string) =>
  db
    .select({ day: creditLedger.day, amount: creditLedger.amount })
    .from(creditLedger)
    .where(and(eq(creditLedger.userId, userId), eq(creditLedger.reason, 'daily'), ne(creditLedger.amount, 0)))
    .orderBy(creditLedger.id)

it.each([
  ['free', 3],
  ['pro', 300],
  ['enterprise', 3000],
] as const)('turns a balance of 3 on %s into %i on the next day', async (tier, credits) => {
  const userId = await newUser(tier, 3)
  expect(await balanceOn(userId, day(0))).toBe(3)
  expect(await balanceOn(userId, day(1))).toBe(credits)
})

it('refills at midnight UTC, not after 24 hours', async () => {
  const userId = await newUser('pro', 10)
  expect(await balanceOn(userId, day(0, '23:59:59.999'))).toBe(10)
  expect(await balanceOn(userId, day(1, '00:00:00.000'))).toBe(300)
})

it('refills once a day, even if the balance was full, and keeps credits above the plan [daily-return-1]', async () => {
  const userId = await newUser('pro', 300)
  expect(await balanceOn(userId, day(1))).toBe(300)
  await setCredits(userId, 0)
  expect(await balanceOn(userId, day(1, '20:00:00.000'))).toBe(0)
  await setCredits(userId, 700)
  expect(await balanceOn(userId, day(2))).toBe(700)
  await setCredits(userId, 20)
  expect(await balanceOn(userId, day(3))).toBe(300)
  expect(await refills(userId)).toEqual([{ day: day(3).toISOString().slice(0, 10), amount: 280 }])
})

it('refills once under fifty concurrent reads, on PostgreSQL from two processes', async () => {
  const userId = await newUser('pro', 0)
  const second = database.kind === 'postgres' ? await openDatabase(database.options) : null
  const reads = Array.from({ length: 50 }, (_, index) => {
    const here = index % 2 && second ? second.db : db
    return index % 10 === 0 ? unsafeRefillAllDue(here, { now: day(1) }) : readBalance(here, userId, day(1))
  })
  await Promise.all(reads)
  await second?.close()
  expect(await refills(userId)).toEqual([{ day: day(1).toISOString().slice(0, 10), amount: 300 }])
  expect(await balanceOn(userId, day(1))).toBe(300)
})

it('does not refill to a plan that ends during the refill, on PostgreSQL in another process', async () => {
  const userId = await newUser('pro', 10)
  const second = database.kind === 'postgres' ? await openDatabase(database.options) : null
  const changed = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const change = db.transaction(async (tx) => {
    await changePlan(tx, { userId, tier: 'free' })
    changed.resolve()
    await held.promise
  })
  await changed.promise
  const read = readBalance(second?.db ?? db, userId, day(1))
  if (second) await waitFor('the refill to wait for the balance', () => isWaitingForBalance(second.db))
  held.resolve()
  await Promise.all([change, read])
  await second?.close()
  expect(await balanceOn(userId, day(1))).toBe(10)
  expect(await refills(userId)).toEqual([])
})

async function isWaitingForBalance(of: Db): Promise<boolean> {
  const waiting = await of
    .select({ pid: sql`pid` })
    .from(sql`pg_stat_activity`)
    .where(sql`wait_event_type = 'Lock' and query like '%user_credits%'`)
  return waiting.length > 0
}

it('never refills twice when the clock is set back [daily-return-2]', async () => {
  const userId = await newUser('pro', 0)
  for (const now of [day(3), day(2), day(1), day(3), day(2)]) {
    await balanceOn(userId, now)
    await unsafeRefillAllDue(db, { now })
    await setCredits(userId, 0)
  }
  expect(await refills(userId)).toHaveLength(1)
  expect(await balanceOn(userId, day(4))).toBe(300)
})

it('refills for a crawl past midnight before it runs out of credits', async () => {
  const userId = await newUser('pro', 0)
  const charge = { userId, crawlId: randomUUID(), url: 'https://example.org/' }
  await expect(db.transaction((tx) => chargePage(tx, charge, day(0)))).rejects.toThrow(OutOfCredits)
  expect(await db.transaction((tx) => chargePage(tx, charge, day(1)))).toBe(299)
})

it('does not refill on the day of an upgrade', async () => {
  const userId = await newUser('free', 4)
  await db.transaction((tx) => changePlan(tx, { userId, tier: 'pro', now: day(1) }))
  await setCredits(userId, 1)
  expect(await balanceOn(userId, day(1))).toBe(1)
  expect(await balanceOn(userId, day(2))).toBe(300)
})

it('pauses while a payment is overdue and refills once it is paid', async () => {
  const userId = await newUser('pro', 5)
  const customerId = `cus_${userId}`
  await db.insert(subscriptions).values({ userId, customerId, subscriptionId: `sub_${userId}`, status: 'past_due' })
  expect(await balanceOn(userId, day(1))).toBe(5)
  expect(await unsafeRefillAllDue(db, { now: day(1) })).toBe(0)
  await db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.userId, userId))
  expect(await balanceOn(userId, day(1))).toBe(300)
})

it('refills all users in the job and publishes their balances', async () => {
  const userIds = await Promise.all([newUser('pro', 1), newUser('enterprise', 2), newUser('free', 3)])
  const events = await openEvents(database)
  const received: unknown[] = []
  for (const userId of userIds) events.subscribe(userId, (event) => received.push(event))
  await waitFor('the balances before', () => received.length === 3)
  received.length = 0
  await unsafeRefillAllDue(db, { now: day(9) })
  expect(await unsafeRefillAllDue(db, { now: day(9) })).toBe(0)
  await waitFor('the events', async () => received.length === 2)
  expect(received).toEqual(
    expect.arrayContaining([
      { type: 'credits', credits_count: 300 },
      { type: 'credits', credits_count: 3000 },
    ]),
  )
  await events.close()
  const [unbalanced] = await db.select({ id: users.id }).from(users).where(sql`
    (select credits_count from user_credits c where c.user_id = ${users.id}) <>
    (select sum(amount) from credit_ledger l where l.user_id = ${users.id})`)
  expect(unbalanced).toBeUndefined()
})
