import { expect, it } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { takeTurn } from './take-turn.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const at = (seconds: number) => new Date(NOON + seconds * 1000)

it('counts within its window, which begins with the first, and says when that is over', async () => {
  const { db } = await openTestDatabase()
  const take = (seconds: number) => takeTurn(db, { key: 'a', most: 2, windowSeconds: 60 }, at(seconds))
  expect(await take(0)).toEqual({ allowed: true, taken: 1, retryAfterSeconds: 60 })
  expect(await take(10)).toMatchObject({ allowed: true, taken: 2 })
  expect(await take(20)).toEqual({ allowed: false, taken: 3, retryAfterSeconds: 40 })
  expect(await take(60)).toEqual({ allowed: true, taken: 1, retryAfterSeconds: 60 })
})

it('holds nobody up when the clock is set back by a day', async () => {
  const { db } = await openTestDatabase()
  const take = (seconds: number) => takeTurn(db, { key: 'a', most: 1, windowSeconds: 60 }, at(seconds))
  await take(0)
  expect(await take(1)).toMatchObject({ allowed: false })
  expect(await take(-86_400)).toEqual({ allowed: true, taken: 1, retryAfterSeconds: 60 })
})
