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

it('starts a new window when the clock is set back by a day', async () => {
  const { db } = await openTestDatabase()
  const take = (seconds: number) => takeFromRateLimit(db, { key: 'a', limit: 1, windowSeconds: 60 }, at(seconds))
  await take(0)
  expect(await take(1)).toMatchObject({ allowed: false })
  expect(await take(-86_400)).toEqual({ allowed: true, used: 1, retryAfterSeconds: 60 })
})
