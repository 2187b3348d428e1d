import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { dailyUsage, users } from '#server/db/schema/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { silentLog as log } from '#test/silent-log.ts'
import { recordActivity } from './record-activity.ts'

let database: TestDatabase
let db: Db
let ada: string
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async ({ task }) => {
  // Whoever was active is remembered for five minutes: each test has an Ada of its own.
  ada = `ada-${task.id}`
  await db.delete(users)
  await db.insert(users).values({ id: ada, name: 'Ada', email: 'ada@example.org', emailVerified: true })
})

const days = () => db.select().from(dailyUsage).orderBy(asc(dailyUsage.date))

it('keeps one row for each UTC day on which somebody was active', async () => {
  await recordActivity({ db, log }, ada, new Date('2026-03-01T10:00:00Z'))
  await recordActivity({ db, log }, ada, new Date('2026-03-01T23:59:00Z'))
  await recordActivity({ db, log }, ada, new Date('2026-03-02T00:01:00Z'))
  expect(await days()).toEqual([
    { userId: ada, date: '2026-03-01', questions: 0, lastSeenAt: new Date('2026-03-01T23:59:00Z') },
    { userId: ada, date: '2026-03-02', questions: 0, lastSeenAt: new Date('2026-03-02T00:01:00Z') },
  ])
})

it('writes at most once in five minutes', async () => {
  await recordActivity({ db, log }, ada, new Date('2026-03-01T10:00:00Z'))
  await recordActivity({ db, log }, ada, new Date('2026-03-01T10:04:59Z'))
  expect((await days())[0]?.lastSeenAt).toEqual(new Date('2026-03-01T10:00:00Z'))
  await recordActivity({ db, log }, ada, new Date('2026-03-01T10:05:00Z'))
  expect((await days())[0]?.lastSeenAt).toEqual(new Date('2026-03-01T10:05:00Z'))
})

it('does not turn away somebody whose activity cannot be written', async () => {
  await recordActivity({ db, log }, 'nobody', new Date('2026-03-01T10:00:00Z'))
  expect(await days()).toEqual([])
})
