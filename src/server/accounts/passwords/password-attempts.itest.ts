import { expect, it } from 'vitest'
import { accountLimits } from '#server/platform/db/schema/index.ts'
import { shareTestDatabase } from '#test/database.ts'
import { clearPasswordAttempts, takePasswordAttempt } from './password-attempts.ts'

const database = shareTestDatabase(accountLimits)

const NOON = Date.parse('2026-11-21T12:00:00Z')
const appSecret = 'an app secret of forty-eight letters for a test'
const key = { email: 'ada@example.org', browser: null }

it('lets five attempts pass, then doubles the wait from one minute to one hour [password-attempts-2]', async () => {
  const { db } = database()
  let now = NOON
  for (let count = 0; count < 5; count++) await takePasswordAttempt({ db, appSecret }, key, 1, new Date(now))
  const waits: number[] = []
  for (let count = 0; count < 8; count++) {
    const { values } = await refusalOf(takePasswordAttempt({ db, appSecret }, key, 1, new Date(now)))
    waits.push(values.minutes)
    expect(values.retryAfterSeconds).toBe(values.minutes * 60)
    now += values.minutes * 60_000
    await takePasswordAttempt({ db, appSecret }, key, 1, new Date(now))
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

it('lets five of 120 concurrent attempts pass [password-attempts-1]', async () => {
  const { db } = database()
  const attempts = Array.from({ length: 120 }, () => takePasswordAttempt({ db, appSecret }, key, 1, new Date(NOON)))
  const results = await Promise.allSettled(attempts)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

it('does not lengthen the wait for attempts that had to wait, and starts again after a day or a correct password', async () => {
  const { db } = database()
  const attempt = (seconds: number) => takePasswordAttempt({ db, appSecret }, key, 1, new Date(NOON + seconds * 1000))
  for (let count = 0; count < 5; count++) await attempt(0)
  for (const [at, left] of [
    [10, 50],
    [20, 40],
    [59, 1],
  ] as const) {
    expect((await refusalOf(attempt(at))).values.retryAfterSeconds).toBe(left)
  }
  await clearPasswordAttempts({ db, appSecret }, key)
  for (let count = 0; count < 5; count++) await attempt(60)
  await expect(attempt(61)).rejects.toThrow('Too many wrong passwords')
  const nextDay = 60 + 24 * 3600 + 1
  for (let count = 0; count < 5; count++) await attempt(nextDay)
  await expect(attempt(nextDay)).rejects.toThrow('Too many wrong passwords')
})

it('counts known browsers apart from each other and from all others', async () => {
  const { db } = database()
  const attempt = (browser: string | null) =>
    takePasswordAttempt({ db, appSecret }, { ...key, browser }, 1, new Date(NOON))
  for (let count = 0; count < 5; count++) await attempt(null)
  await expect(attempt(null)).rejects.toThrow('Too many wrong passwords')
  await attempt('a-browser')
  await attempt('another-browser')
})

const refusalOf = (attempt: Promise<unknown>): Promise<{ values: { minutes: number; retryAfterSeconds: number } }> =>
  attempt.then(
    () => expect.unreachable('the attempt should have to wait'),
    (error) => error,
  )
