import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { ActivityDay } from '#shared/admin.ts'
import { crawls, creditLedger, dailyUsage, users } from '#server/platform/db/schema/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { databaseKind, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { seedYear } from '#test/seed-year.ts'
import { unsafeReadActivity } from './read-activity.ts'

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
    { id: 'ada', name: 'Ada', email: 'ada@example.org' },
    { id: 'bob', name: 'Bob', email: 'bob@example.org' },
  ])
})

const now = new Date('2026-03-02T12:00:00Z')
const aCrawl = (createdAt: string, status: 'finished' | 'failed') => ({
  ...{ userId: 'ada', url: 'https://example.org', protocol: 'https:' as const, host: 'example.org', pathPrefix: '' },
  ...{ maxPages: 10, maxDepth: 3, status, createdAt: new Date(createdAt) },
})
const aCharge = (createdAt: string, reason: 'page' | 'daily' = 'page') => ({
  ...{ userId: 'ada', amount: -1, reason, createdAt: new Date(createdAt) },
})

it('counts crawls, failures, pages, questions and active users by UTC day', async () => {
  await db
    .insert(crawls)
    .values([
      aCrawl('2026-03-01T00:00:00Z', 'finished'),
      aCrawl('2026-03-01T23:59:59Z', 'failed'),
      aCrawl('2026-03-02T00:00:00Z', 'finished'),
    ])
  await db.insert(creditLedger).values([
    aCharge('2026-03-01T23:59:59Z'),
    aCharge('2026-03-02T10:00:00Z'),
    aCharge('2026-03-02T11:00:00Z'),
    // Not charged for a page.
    aCharge('2026-03-02T11:00:00Z', 'daily'),
  ])
  await db.insert(dailyUsage).values([
    { userId: 'ada', date: '2026-03-02', questions: 3 },
    { userId: 'bob', date: '2026-03-02', questions: 4 },
    { userId: 'bob', date: '2026-03-01' },
  ])
  const { days } = await unsafeReadActivity(db, '30', now)
  expect(days).toHaveLength(30)
  expect(days[0]?.date).toBe('2026-02-01')
  expect(days.slice(-2)).toEqual([
    { date: '2026-03-01', crawls: 2, failures: 1, pages: 1, questions: 0, people: 1, tokens: 0, cost: 0 },
    { date: '2026-03-02', crawls: 1, failures: 0, pages: 2, questions: 7, people: 2, tokens: 0, cost: 0 },
  ])
})

it('leaves out everything older than the requested days', async () => {
  await db.insert(crawls).values([aCrawl('2026-01-31T23:59:59Z', 'finished')])
  await db.insert(dailyUsage).values([{ userId: 'ada', date: '2026-01-31', questions: 9 }])
  const { days } = await unsafeReadActivity(db, '30', now)
  expect(days.every((day) => day.crawls === 0 && day.people === 0)).toBe(true)
  expect((await unsafeReadActivity(db, '90', now)).days.find(({ date }) => date === '2026-01-31')).toMatchObject({
    crawls: 1,
    questions: 9,
  })
})

it('counts a year of a busy installation from the indexes', async () => {
  // Seeding a thousand users takes the embedded database 20 s, and the planner is the same.
  const people = databaseKind() === 'postgres' ? 1000 : 250
  await seedYear(db, { people })
  await db.execute(sql`analyze`)
  const { days } = await unsafeReadActivity(db, '365')
  expect(days).toHaveLength(365)
  const total = (name: Exclude<keyof ActivityDay, 'date'>) => days.reduce((sum, day) => sum + day[name], 0)
  expect(total('crawls')).toBeGreaterThan(8 * people)
  expect(total('pages')).toBeGreaterThan(100 * people)
  expect(total('people')).toBeGreaterThan(20 * people)

  const plan = async (query: string) =>
    JSON.stringify(Plan.parse(await db.execute(sql.raw(`explain (format json) ${query}`))).rows)
  const lately = "now() - interval '30 days'"
  expect(await plan(`select count(*) from crawls where created_at >= ${lately}`)).toContain('crawls_created_at')
  expect(await plan(`select count(*) from credit_ledger where reason = 'page' and created_at >= ${lately}`)).toContain(
    'credit_ledger_pages',
  )
  expect(await plan(`select count(*) from daily_usage where date >= (${lately})::date`)).toContain('daily_usage_date')
}, 120_000)

const Plan = z.object({ rows: z.array(z.unknown()) })
