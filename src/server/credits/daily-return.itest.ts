import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tier } from '#shared/plans.ts'
import { openAccount } from '#server/account/open-account.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { creditLedger, subscriptions, users } from '#server/db/schema/index.ts'
import { openEvents } from '#server/events/events.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import { changePlan } from './change-plan.ts'
import { chargePage } from './charge-page.ts'
import { readBalance } from './read-balance.ts'
import { unsafeReturnAllDue } from './return-daily.ts'
import { setBalance } from './set-balance.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

/** Days after the account was made; its own day's return came with its first credits. */
const day = (count: number, time = '00:00:00.000') =>
  new Date(`${new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)}T${time}Z`)

async function newPerson(tier: Tier, credits: number) {
  const id = randomUUID()
  await db.insert(users).values({ id, name: id, email: `${id}@example.org`, emailVerified: true })
  await openAccount(db, id, tier)
  await spendDownTo(id, credits)
  return id
}

const spendDownTo = (userId: string, credits: number) =>
  db.transaction((tx) => setBalance(tx, { userId, credits }))
const balanceOn = async (userId: string, now: Date) => (await readBalance(db, userId, now)).credits_count
const returns = (userId: string) =>
  db
    .select({ day: creditLedger.day, amount: creditLedger.amount })
    .from(creditLedger)
    .where(and(eq(creditLedger.userId, userId), eq(creditLedger.reason, 'daily'), ne(creditLedger.amount, 0)))
    .orderBy(creditLedger.id)

it.each([
  ['free', 3],
  ['pro', 300],
  ['enterprise', 3000],
] as const)('on %s a balance of 3 is %i on the next day', async (tier, credits) => {
  const userId = await newPerson(tier, 3)
  expect(await balanceOn(userId, day(0))).toBe(3)
  expect(await balanceOn(userId, day(1))).toBe(credits)
})

it('comes with the UTC day, not after 24 hours', async () => {
  const userId = await newPerson('pro', 10)
  expect(await balanceOn(userId, day(0, '23:59:59.999'))).toBe(10)
  expect(await balanceOn(userId, day(1, '00:00:00.000'))).toBe(300)
})

it('comes once a day, also when the balance was full at its time, and leaves alone what lies above', async () => {
  const userId = await newPerson('pro', 300)
  expect(await balanceOn(userId, day(1))).toBe(300)
  await spendDownTo(userId, 0)
  expect(await balanceOn(userId, day(1, '20:00:00.000'))).toBe(0)
  await spendDownTo(userId, 700)
  expect(await balanceOn(userId, day(2))).toBe(700)
  await spendDownTo(userId, 20)
  expect(await balanceOn(userId, day(3))).toBe(300)
  expect(await returns(userId)).toEqual([{ day: day(3).toISOString().slice(0, 10), amount: 280 }])
})

it('comes once when fifty look at once, from two processes where there may be two', async () => {
  const userId = await newPerson('pro', 0)
  const second = database.kind === 'postgres' ? await openDatabase(database.options) : null
  const looks = Array.from({ length: 50 }, (_, index) => {
    const here = index % 2 && second ? second.db : db
    return index % 10 === 0 ? unsafeReturnAllDue(here, { now: day(1) }) : readBalance(here, userId, day(1))
  })
  await Promise.all(looks)
  await second?.close()
  expect(await returns(userId)).toEqual([{ day: day(1).toISOString().slice(0, 10), amount: 300 }])
  expect(await balanceOn(userId, day(1))).toBe(300)
})

it('never comes twice for a clock that is set back', async () => {
  const userId = await newPerson('pro', 0)
  for (const now of [day(3), day(2), day(1), day(3), day(2)]) {
    await balanceOn(userId, now)
    await unsafeReturnAllDue(db, { now })
    await spendDownTo(userId, 0)
  }
  expect(await returns(userId)).toHaveLength(1)
  expect(await balanceOn(userId, day(4))).toBe(300)
})

it('comes to a crawl that runs past midnight, before it runs out of credits', async () => {
  const userId = await newPerson('pro', 0)
  const charge = { userId, crawlId: randomUUID(), url: 'https://example.org/' }
  expect(await db.transaction((tx) => chargePage(tx, { ...charge, now: day(0) }))).toBeNull()
  expect(await db.transaction((tx) => chargePage(tx, { ...charge, now: day(1) }))).toBe(299)
})

it('came with an upgrade already, and not once more on the same day', async () => {
  const userId = await newPerson('free', 4)
  await db.transaction((tx) => changePlan(tx, { userId, tier: 'pro', now: day(1) }))
  await spendDownTo(userId, 1)
  expect(await balanceOn(userId, day(1))).toBe(1)
  expect(await balanceOn(userId, day(2))).toBe(300)
})

it('waits while a payment is owed, and comes once it is paid', async () => {
  const userId = await newPerson('pro', 5)
  const customerId = `cus_${userId}`
  await db.insert(subscriptions).values({ userId, customerId, subscriptionId: `sub_${userId}`, status: 'past_due' })
  expect(await balanceOn(userId, day(1))).toBe(5)
  expect(await unsafeReturnAllDue(db, { now: day(1) })).toBe(0)
  await db.update(subscriptions).set({ status: 'active' }).where(eq(subscriptions.userId, userId))
  expect(await balanceOn(userId, day(1))).toBe(300)
})

it('is brought to all people by the job, and tells their screens', async () => {
  const people = await Promise.all([newPerson('pro', 1), newPerson('enterprise', 2), newPerson('free', 3)])
  const events = await openEvents(database)
  const told: unknown[] = []
  for (const userId of people) events.subscribe(userId, (event) => told.push(event))
  await unsafeReturnAllDue(db, { now: day(9) })
  expect(await unsafeReturnAllDue(db, { now: day(9) })).toBe(0)
  await waitFor('the screens', async () => told.length === 2)
  expect(told).toEqual(
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
