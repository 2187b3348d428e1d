import { expect, it } from 'vitest'
import { timeAgo } from './time-ago.ts'

it.each([
  [30_000, 'just now'],
  [60_000, '1 minute ago'],
  [3 * 3600_000, '3 hours ago'],
  [26 * 3600_000, 'yesterday'],
  [8 * 24 * 3600_000, 'last week'],
  [400 * 24 * 3600_000, 'last year'],
])('%i ms ago reads "%s"', (passed, words) => {
  expect(timeAgo(1_000_000_000_000 - passed, 1_000_000_000_000, 'en')).toBe(words)
})
