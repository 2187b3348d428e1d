import { expect, it } from 'vitest'
import { parseRetryAfter } from './parse-retry-after.ts'

it('reads Retry-After in seconds or as a date, and cuts it to ten minutes', () => {
  expect(parseRetryAfter('7')).toBe(7000)
  expect(parseRetryAfter('1.5')).toBe(1500)
  expect(parseRetryAfter('86400')).toBe(600_000)
  expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000)
  expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:00 GMT', 4000)).toBe(0)
  expect(parseRetryAfter('soon')).toBeUndefined()
})
