import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAccount } from '#server/account/open-account.ts'
import type { Db } from '#server/db/database.ts'
import { adminUsers, creditLedger, userCredits, users, userSettings } from '#server/db/schema/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { changeTier } from './change-tier.ts'
import { grantAdmin } from './grant-admin.ts'
import { revokeAdmin } from './revoke-admin.ts'
import { setCredits } from './set-credits.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  await db.delete(users)
  await db.insert(users).values([
    { id: 'ada', name: 'Ada', email: 'ada@example.org', emailVerified: true },
    { id: 'new', name: 'New', email: 'new@example.org', emailVerified: false },
  ])
  await openAccount(db, 'ada', 'free')
})

const balance = async () => (await db.select().from(userCredits).where(eq(userCredits.userId, 'ada')))[0]?.creditsCount
const ledger = async () => {
  const [row] = await db
    .select({ total: sum(creditLedger.amount) })
    .from(creditLedger)
    .where(eq(creditLedger.userId, 'ada'))
  return Number(row?.total)
}

it('makes a verified account an administrator, once, and ends that', async () => {
  expect(await grantAdmin(db, 'ADA@example.org')).toEqual({ email: 'ada@example.org', changed: true })
  expect(await grantAdmin(db, 'ada@example.org')).toEqual({ email: 'ada@example.org', changed: false })
  expect(await db.select({ id: adminUsers.id }).from(adminUsers)).toEqual([{ id: 'ada' }])
  expect(await revokeAdmin(db, 'ada@example.org')).toEqual({ email: 'ada@example.org', changed: true })
  expect(await revokeAdmin(db, 'ada@example.org')).toEqual({ email: 'ada@example.org', changed: false })
  expect(await db.select().from(adminUsers)).toEqual([])
})

it('makes nobody an administrator who has not proven the address', async () => {
  await expect(grantAdmin(db, 'new@example.org')).rejects.toThrow('new@example.org has not verified the address yet')
  expect(await db.select().from(adminUsers)).toEqual([])
})

it('puts an account on a plan with the credits of that plan, and the ledger still adds up', async () => {
  expect(await changeTier(db, { email: 'ada@example.org', tier: 'pro' })).toEqual({
    email: 'ada@example.org',
    tier: 'pro',
    credits: 300,
  })
  expect([await balance(), await ledger()]).toEqual([300, 300])
  expect(await db.select({ tier: userSettings.tier }).from(userSettings)).toEqual([{ tier: 'pro' }])

  await changeTier(db, { email: 'ada@example.org', tier: 'free' })
  expect([await balance(), await ledger()]).toEqual([30, 30])
})

it('sets a balance up or down, and the ledger still adds up', async () => {
  expect(await setCredits(db, { email: 'ada@example.org', credits: 1200 })).toMatchObject({ before: 30, credits: 1200 })
  expect([await balance(), await ledger()]).toEqual([1200, 1200])
  await setCredits(db, { email: 'ada@example.org', credits: 0 })
  expect([await balance(), await ledger()]).toEqual([0, 0])
  await setCredits(db, { email: 'ada@example.org', credits: 0 })
  const entries = await db
    .select({ amount: creditLedger.amount, reason: creditLedger.reason })
    .from(creditLedger)
    .orderBy(creditLedger.id)
  expect(entries).toEqual([
    { amount: 30, reason: 'account' },
    { amount: 1170, reason: 'operator' },
    { amount: -1200, reason: 'operator' },
  ])
})

it('sets the balance of an account that has none yet', async () => {
  await setCredits(db, { email: 'new@example.org', credits: 5 })
  expect(
    await db.select({ credits: userCredits.creditsCount }).from(userCredits).where(eq(userCredits.userId, 'new')),
  ).toEqual([{ credits: 5 }])
})

it('keeps ledger and balance together when ten set it at once', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => setCredits(db, { email: 'ada@example.org', credits: index * 7 })),
  )
  expect(await ledger()).toBe(await balance())
})

it.each([
  ['grant', () => grantAdmin(db, 'nobody@example.org')],
  ['revoke', () => revokeAdmin(db, 'nobody@example.org')],
  ['tier', () => changeTier(db, { email: 'nobody@example.org', tier: 'pro' })],
  ['credits', () => setCredits(db, { email: 'nobody@example.org', credits: 5 })],
])('says of %s that there is no such account', async (_command, run) => {
  await expect(run()).rejects.toThrow('There is no account with the address nobody@example.org.')
})
