import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, creditLedger, userCredits, users, userSettings } from '#server/platform/db/schema/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { setTier } from './set-tier.ts'
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
  await provisionAccount(db, 'ada', 'free')
})

const balance = async () => (await db.select().from(userCredits).where(eq(userCredits.userId, 'ada')))[0]?.creditsCount
const ledgerTotal = async () => {
  const [row] = await db
    .select({ total: sum(creditLedger.amount) })
    .from(creditLedger)
    .where(eq(creditLedger.userId, 'ada'))
  return Number(row?.total)
}

it('grants and revokes the administrator role of a verified account [operator-1]', async () => {
  expect(await grantAdmin(db, 'ADA@example.org')).toEqual({ email: 'ada@example.org', changed: true })
  expect(await grantAdmin(db, 'ada@example.org')).toEqual({ email: 'ada@example.org', changed: false })
  expect(await db.select({ id: adminUsers.id }).from(adminUsers)).toEqual([{ id: 'ada' }])
  expect(await revokeAdmin(db, 'ada@example.org')).toEqual({ email: 'ada@example.org', changed: true })
  expect(await revokeAdmin(db, 'ada@example.org')).toEqual({ email: 'ada@example.org', changed: false })
  expect(await db.select().from(adminUsers)).toEqual([])
})

it('refuses to make an unverified account an administrator', async () => {
  await expect(grantAdmin(db, 'new@example.org')).rejects.toMatchObject({ code: 'admin.not-verified' })
  expect(await db.select().from(adminUsers)).toEqual([])
})

it('sets the plan and its credits, and the ledger equals the balance', async () => {
  expect(await setTier(db, { email: 'ada@example.org', tier: 'pro' })).toEqual({
    email: 'ada@example.org',
    before: 'free',
    tier: 'pro',
    credits: 300,
  })
  expect([await balance(), await ledgerTotal()]).toEqual([300, 300])
  expect(await db.select({ tier: userSettings.tier }).from(userSettings)).toEqual([{ tier: 'pro' }])

  await setTier(db, { email: 'ada@example.org', tier: 'free' })
  expect([await balance(), await ledgerTotal()]).toEqual([30, 30])
})

it('raises and lowers a balance, and the ledger equals the balance', async () => {
  expect(await setCredits(db, { email: 'ada@example.org', credits: 1200 })).toMatchObject({ before: 30, credits: 1200 })
  expect([await balance(), await ledgerTotal()]).toEqual([1200, 1200])
  await setCredits(db, { email: 'ada@example.org', credits: 0 })
  expect([await balance(), await ledgerTotal()]).toEqual([0, 0])
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

it('keeps ledger and balance equal when ten changes run concurrently', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => setCredits(db, { email: 'ada@example.org', credits: index * 7 })),
  )
  expect(await ledgerTotal()).toBe(await balance())
})

it.each([
  ['grant', () => grantAdmin(db, 'missing@example.org')],
  ['revoke', () => revokeAdmin(db, 'missing@example.org')],
  ['tier', () => setTier(db, { email: 'missing@example.org', tier: 'pro' })],
  ['credits', () => setCredits(db, { email: 'missing@example.org', credits: 5 })],
])('rejects %s for an address without an account', async (_command, run) => {
  await expect(run()).rejects.toMatchObject({ code: 'admin.no-account' })
})
