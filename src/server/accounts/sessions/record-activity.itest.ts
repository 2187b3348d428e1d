import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '#server/platform/db/database.ts'
import { dailyUsage, users } from '#server/platform/db/schema/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { testLog as log } from '#test/test-log.ts'
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
  // Recent writes are cached for five minutes, so each test uses its own user.
  ada = `ada-${task.id}`
  await db.delete(users)
  await db.insert(users).values({ id: ada, name: 'Ada', email: 'ada@example.org', emailVerified: true })
})

const days = () => db.select().from(dailyUsage).orderBy(asc(dailyUsage.date))

it('writes one row for each UTC day on which a user was active [record-activity-1]', async () => {
  await recordActivity({ db, log }, ada, new Date('2026-03-01T10:00:00Z'))
  await recordActivity({ db, log }, ada, new Date('2026-03-01T23:59:00Z'))
  await recordActivity({ db, log }, ada, new Date('2026-03-02T00:01:00Z'))
  expect(await days()).toMatchObject([
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

it('does not reject a request whose activity cannot be written', async () => {
  await recordActivity({ db, log }, 'unknown', new Date('2026-03-01T10:00:00Z'))
  expect(await days()).toEqual([])
})

it('writes the activity of users who arrive together in one statement, without a deleted account among them', async () => {
  const people = Array.from({ length: 50 }, (_, n) => `${ada}-${n}`)
  await db.insert(users).values(people.map((id) => ({ id, name: id, email: `${id}@example.org`, emailVerified: true })))
  const now = new Date('2026-03-01T10:00:00Z')
  const before = database.state().statements.ended
  await Promise.all(people.map((id) => recordActivity({ db, log }, id, now)))
  expect(database.state().statements.ended - before).toBeLessThanOrEqual(2)
  expect(await days()).toHaveLength(50)

  const later = new Date('2026-03-02T10:00:00Z')
  await Promise.all([...people.slice(0, 3), 'unknown', 'gone'].map((id) => recordActivity({ db, log }, id, later)))
  expect((await days()).filter(({ date }) => date === '2026-03-02')).toHaveLength(3)
})
