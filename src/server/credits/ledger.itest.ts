import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { eq, sql, sum } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Tier } from '#shared/tier.ts'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { creditLedger, userCredits, users } from '#server/platform/db/schema/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { changePlan } from './change-plan.ts'
import { chargePage, OutOfCredits } from './charge-page.ts'
import { readBalance } from './read-balance.ts'
import { setBalance } from './set-balance.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())

async function newUser(tier: Tier = 'free') {
  const id = randomUUID()
  await db.insert(users).values({ id, name: id, email: `${id}@example.org`, emailVerified: true })
  await provisionAccount(db, id, tier)
  return id
}

async function balanceAndLedger(userId: string) {
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  const [ledger] = await db
    .select({ total: sum(creditLedger.amount) })
    .from(creditLedger)
    .where(eq(creditLedger.userId, userId))
  return { balance: balance?.creditsCount, ledger: Number(ledger?.total) }
}

const charges = (userId: string) =>
  db
    .select()
    .from(creditLedger)
    .where(sql`${creditLedger.userId} = ${userId} and ${creditLedger.reason} in ('page', 'change')`)

type Operation =
  | { kind: 'charge'; url: string; reason: 'page' | 'change' }
  | { kind: 'plan'; tier: Tier; canceled: boolean }
  | { kind: 'operator'; credits: number }
  | { kind: 'read'; days: number }
  | { kind: 'broken charge' }

const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('charge' as const),
      url: fc.webUrl(),
      reason: fc.constantFrom('page' as const, 'change' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      tier: fc.constantFrom(...Tier.options),
      canceled: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('operator' as const), credits: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), days: fc.integer({ min: -3, max: 5 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'broken charge' as const }) },
)

function run(userId: string, crawlId: string, operation: Operation): Promise<unknown> {
  const now = (days: number) => new Date(Date.UTC(2026, 5, 10 + days, 12))
  switch (operation.kind) {
    case 'charge':
      // The ledger rejects a second charge for an address, which must leave no trace.
      return db
        .transaction((tx) => chargePage(tx, { userId, crawlId, url: operation.url, reason: operation.reason }, now(0)))
        .catch(() => null)
    case 'plan':
      return db.transaction((tx) =>
        changePlan(tx, {
          userId,
          now: now(0),
          ...(operation.canceled ? { tier: 'free', occasion: 'cancellation' } : { tier: operation.tier }),
        }),
      )
    case 'operator':
      return db.transaction((tx) => setBalance(tx, { userId, credits: operation.credits }))
    case 'read':
      return readBalance(db, userId, now(operation.days))
    case 'broken charge':
      return db
        .transaction(async (tx) => {
          await chargePage(tx, { userId, crawlId, url: 'https://example.org/broken' })
          throw new Error('the page could not be stored')
        })
        .catch(() => null)
  }
}

it('adds up to the balance after any concurrent mix of charges, plan changes, refills and operator changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Tier.options),
      fc.array(anyOperation, { minLength: 4, maxLength: 24 }),
      async (tier, operations) => {
        const userId = await newUser(tier)
        const crawlId = randomUUID()
        await Promise.all(operations.map((each) => run(userId, crawlId, each)))
        const { balance, ledger } = await balanceAndLedger(userId)
        expect(ledger).toBe(balance)
        expect(balance).toBeGreaterThanOrEqual(0)
        const charged = await charges(userId)
        expect(charged.every((each) => each.amount === -1 && each.crawlId === crawlId && each.url !== null)).toBe(true)
        const returns = await db
          .select({ day: creditLedger.day })
          .from(creditLedger)
          .where(sql`user_id = ${userId} and reason = 'daily'`)
        expect(new Set(returns.map(({ day }) => day)).size).toBe(returns.length)
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

it('charges exactly 30 of 200 pages that are stored concurrently on 30 credits [ledger-2]', async () => {
  const userId = await newUser('free')
  const crawlId = randomUUID()
  // Two processes on PostgreSQL; the embedded database allows one.
  const second = database.kind === 'postgres' ? await openDatabase(database.options) : null
  const balances = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (index % 2 && second ? second.db : db)
        .transaction((tx) => chargePage(tx, { userId, crawlId, url: `https://example.org/${index}` }))
        .catch((error: unknown) => {
          if (error instanceof OutOfCredits) return null
          throw error
        }),
    ),
  )
  await second?.close()
  expect(balances.filter((balance) => balance !== null).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index),
  )
  expect(await charges(userId)).toHaveLength(30)
  expect(await balanceAndLedger(userId)).toEqual({ balance: 0, ledger: 0 })
}, 60_000)

it('records crawl and address of a charge, and charges a page of a crawl once', async () => {
  const userId = await newUser('free')
  const charge = { userId, crawlId: randomUUID(), url: 'https://example.org/a' }
  expect(await db.transaction((tx) => chargePage(tx, charge))).toBe(29)
  await expect(db.transaction((tx) => chargePage(tx, charge))).rejects.toThrow('Failed to deduct credits')
  expect(await db.transaction((tx) => chargePage(tx, { ...charge, reason: 'change' }))).toBe(28)
  expect(await charges(userId)).toEqual([
    expect.objectContaining({ ...charge, reason: 'page', amount: -1 }),
    expect.objectContaining({ ...charge, reason: 'change', amount: -1 }),
  ])
})

it('deducts the whole amount with deduct_credits, or nothing [ledger-1]', async () => {
  const userId = await newUser('free')
  const deduct = async (amount: number) =>
    (await db.execute(
      sql`select deduct_credits(user_id_param => ${userId}, amount_param => ${amount}) as balance`,
    )) as unknown as {
      rows: { balance: number | null }[]
    }
  expect((await deduct(12)).rows).toEqual([{ balance: 18 }])
  expect((await deduct(19)).rows).toEqual([{ balance: null }])
  expect((await deduct(-5)).rows).toEqual([{ balance: null }])
  expect((await deduct(0)).rows).toEqual([{ balance: null }])
  expect(await readBalance(db, userId)).toEqual({ credits_count: 18, tier: 'free' })
})
