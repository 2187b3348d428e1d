import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { eq, sql, sum } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Tier } from '#shared/plans.ts'
import { openAccount } from '#server/account/open-account.ts'
import type { Db } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { creditLedger, userCredits, users } from '#server/db/schema/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { changePlan } from './change-plan.ts'
import { chargePage } from './charge-page.ts'
import { readBalance } from './read-balance.ts'
import { setBalance } from './set-balance.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

async function newPerson(tier: Tier = 'free') {
  const id = randomUUID()
  await db.insert(users).values({ id, name: id, email: `${id}@example.org`, emailVerified: true })
  await openAccount(db, id, tier)
  return id
}

async function books(userId: string) {
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  const [ledger] = await db.select({ total: sum(creditLedger.amount) }).from(creditLedger).where(eq(creditLedger.userId, userId))
  return { balance: balance?.creditsCount, ledger: Number(ledger?.total) }
}

const charges = (userId: string) =>
  db.select().from(creditLedger).where(sql`${creditLedger.userId} = ${userId} and ${creditLedger.reason} in ('page', 'change')`)

type Operation =
  | { kind: 'charge'; url: string; reason: 'page' | 'change' }
  | { kind: 'plan'; tier: Tier; cancelled: boolean }
  | { kind: 'operator'; credits: number }
  | { kind: 'look'; days: number }
  | { kind: 'broken charge' }

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('charge' as const), url: fc.webUrl(), reason: fc.constantFrom('page' as const, 'change' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('plan' as const), tier: fc.constantFrom(...Tier.options), cancelled: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('operator' as const), credits: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), days: fc.integer({ min: -3, max: 5 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'broken charge' as const }) },
)

function carryOut(userId: string, crawlId: string, what: Operation): Promise<unknown> {
  const now = (days: number) => new Date(Date.UTC(2026, 5, 10 + days, 12))
  switch (what.kind) {
    case 'charge':
      // The same address twice is refused by the ledger; then nothing of it may stay.
      return db.transaction((tx) => chargePage(tx, { userId, crawlId, url: what.url, reason: what.reason, now: now(0) })).catch(() => null)
    case 'plan':
      return db.transaction((tx) =>
        changePlan(tx, { userId, now: now(0), ...(what.cancelled ? { tier: 'free', occasion: 'cancellation' } : { tier: what.tier }) }),
      )
    case 'operator':
      return db.transaction((tx) => setBalance(tx, { userId, credits: what.credits }))
    case 'look':
      return readBalance(db, userId, now(what.days))
    case 'broken charge':
      return db
        .transaction(async (tx) => {
          await chargePage(tx, { userId, crawlId, url: 'https://example.org/broken' })
          throw new Error('the page could not be stored')
        })
        .catch(() => null)
  }
}

it('adds up to the balance whatever happens at once: what was granted, less what was charged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Tier.options), fc.array(operation, { minLength: 4, maxLength: 24 }), async (tier, operations) => {
      const userId = await newPerson(tier)
      const crawlId = randomUUID()
      await Promise.all(operations.map((each) => carryOut(userId, crawlId, each)))
      const { balance, ledger } = await books(userId)
      expect(ledger).toBe(balance)
      expect(balance).toBeGreaterThanOrEqual(0)
      const charged = await charges(userId)
      expect(charged.every((each) => each.amount === -1 && each.crawlId === crawlId && each.url !== null)).toBe(true)
      const returns = await db.select({ day: creditLedger.day }).from(creditLedger).where(sql`user_id = ${userId} and reason = 'daily'`)
      expect(new Set(returns.map(({ day }) => day)).size).toBe(returns.length)
    }),
    { numRuns: 25 },
  )
}, 120_000)

it('charges exactly 30 of 200 pages that are stored at once on 30 credits', async () => {
  const userId = await newPerson('free')
  const crawlId = randomUUID()
  // On PostgreSQL two processes spend at once; the embedded database has one opener.
  const second = database.kind === 'postgres' ? await openDatabase(database.options) : null
  const spends = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (index % 2 && second ? second.db : db).transaction((tx) =>
        chargePage(tx, { userId, crawlId, url: `https://example.org/${index}` }),
      ),
    ),
  )
  await second?.close()
  expect(spends.filter((balance) => balance !== null).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index))
  expect(await charges(userId)).toHaveLength(30)
  expect(await books(userId)).toEqual({ balance: 0, ledger: 0 })
}, 60_000)

it('names the crawl and the address of a charge, and charges a page of a crawl once', async () => {
  const userId = await newPerson('free')
  const charge = { userId, crawlId: randomUUID(), url: 'https://example.org/a' }
  expect(await db.transaction((tx) => chargePage(tx, charge))).toBe(29)
  await expect(db.transaction((tx) => chargePage(tx, charge))).rejects.toThrow('Failed to deduct credits')
  expect(await db.transaction((tx) => chargePage(tx, { ...charge, reason: 'change' }))).toBe(28)
  expect(await charges(userId)).toEqual([
    expect.objectContaining({ ...charge, reason: 'page', amount: -1 }),
    expect.objectContaining({ ...charge, reason: 'change', amount: -1 }),
  ])
})

it('has deduct_credits take an amount, or nothing at all', async () => {
  const userId = await newPerson('free')
  const deduct = async (amount: number) =>
    (await db.execute(sql`select deduct_credits(user_id_param => ${userId}, amount_param => ${amount}) as balance`)) as unknown as {
      rows: { balance: number | null }[]
    }
  expect((await deduct(12)).rows).toEqual([{ balance: 18 }])
  expect((await deduct(19)).rows).toEqual([{ balance: null }])
  expect((await deduct(-5)).rows).toEqual([{ balance: null }])
  expect((await deduct(0)).rows).toEqual([{ balance: null }])
  expect(await readBalance(db, userId)).toEqual({ credits_count: 18, tier: 'free' })
})
