import { expect, it } from 'vitest'
import { barsOf, largestOf, shortDate, sumOf } from './day-bars.ts'

const days = [
  { date: '2026-01-30', value: 0 },
  { date: '2026-01-31', value: 200 },
  { date: '2026-02-01', value: 1 },
]

it('the largest day fills the height, a quiet day has no bar, and a small one is still seen', () => {
  expect(barsOf(days, 100)).toBe('M1.1 100v-100h0.8v100zM2.1 100v-1.5h0.8v1.5z')
})

it('bars of a whole year have no gaps', () => {
  const year = Array.from({ length: 365 }, () => ({ date: '2026-01-01', value: 1 }))
  expect(barsOf(year, 100)).toContain('M364 100v-100h1v100z')
})

it('nothing at all is no path', () => {
  expect(barsOf([{ date: '2026-01-30', value: 0 }], 100)).toBe('')
  expect(barsOf([], 100)).toBe('')
  expect(largestOf([])).toBeUndefined()
})

it('says the sum, the peak and the day as it is in UTC', () => {
  expect(sumOf(days)).toBe(201)
  expect(largestOf(days)).toEqual({ date: '2026-01-31', value: 200 })
  expect(shortDate('2026-01-31', 'en-GB')).toBe('31 Jan 2026')
})
