import { expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { takeFromRateLimit } from './rate-limit.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000)

it('counts requests in a window that starts with the first one and reports when it ends', async () => {
  const { db } = await openTestDatabase()
  const take = (seconds: number) => takeFromRateLimit(db, { key: 'a', limit: 2, windowSeconds: 60 }, at(seconds))
  expect(await take(0)).toEqual({ allowed: true, used: 1, retryAfterSeconds: 60 })
  expect(await take(10)).toMatchObject({ allowed: true, used: 2 })
  expect(await take(20)).toEqual({ allowed: false, used: 3, retryAfterSeconds: 40 })
  expect(await take(60)).toEqual({ allowed: true, used: 1, retryAfterSeconds: 60 })
})
