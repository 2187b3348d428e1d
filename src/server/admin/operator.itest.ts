import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import type { Db } from '#server/platform/db/database.ts'
import { adminUsers, creditLedger, userCredits, users, userSettings } from '#server/platform/db/schema/index.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
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
  expect(await grantAdmin(db, 'ada')).toEqual({ changed: true })
  expect(await grantAdmin(db, 'ada')).toEqual({ changed: false })
  expect(await db.select({ id: adminUsers.id }).from(adminUsers)).toEqual([{ id: 'ada' }])
  expect(await revokeAdmin(db, 'ada')).toEqual({ changed: true })
  expect(await revokeAdmin(db, 'ada')).toEqual({ changed: false })
  expect(await db.select().from(adminUsers)).toEqual([])
})

it('refuses to make an unverified account an administrator', async () => {
  await expect(grantAdmin(db, 'new')).rejects.toMatchObject({ code: 'admin.not-verified' })
  expect(await db.select().from(adminUsers)).toEqual([])
})

it('sets the plan and its credits, and the ledger equals the balance', async () => {
  expect(await setTier(db, { userId: 'ada', tier: 'pro' })).toEqual({
    before: 'free',
    credits: 300,
  })
  expect([await balance(), await ledgerTotal()]).toEqual([300, 300])
  expect(await db.select({ tier: userSettings.tier }).from(userSettings)).toEqual([{ tier: 'pro' }])

  await setTier(db, { userId: 'ada', tier: 'free' })
  expect([await balance(), await ledgerTotal()]).toEqual([30, 30])
})

it('raises and lowers a balance, and the ledger equals the balance', async () => {
  expect(await setCredits(db, { userId: 'ada', credits: 1200 })).toEqual({ before: 30 })
  expect([await balance(), await ledgerTotal()]).toEqual([1200, 1200])
  await setCredits(db, { userId: 'ada', credits: 0 })
  expect([await balance(), await ledgerTotal()]).toEqual([0, 0])
  await setCredits(db, { userId: 'ada', credits: 0 })
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
  await setCredits(db, { userId: 'new', credits: 5 })
  expect(
    await db.select({ credits: userCredits.creditsCount }).from(userCredits).where(eq(userCredits.userId, 'new')),
  ).toEqual([{ credits: 5 }])
})

it('keeps ledger and balance equal when ten changes run concurrently', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, index) => setCredits(db, { userId: 'ada', credits: index * 7 })))
  expect(await ledgerTotal()).toBe(await balance())
})

it.each([
  { command: 'grant' },
  { command: 'revoke' },
  { command: 'tier', tier: 'pro' },
  { command: 'credits', credits: 5 },
] as const)('rejects $command for an address without an account', async (command) => {
  const context = { db, log: testLog, adminEmails: [], appSecret: '' }
  const outcome = await runCommand(context, { ...command, email: 'missing@example.org' })
  expect(outcome).toMatchObject({ ok: false, code: 'admin.no-account' })
})

it('finds the account of a command by its address in any case', async () => {
  const context = { db, log: testLog, adminEmails: [], appSecret: '' }
  const outcome = await runCommand(context, { command: 'grant', email: 'ADA@example.org' })
  expect(outcome).toEqual({ ok: true, message: 'ada@example.org is now an administrator.' })
})
