import { expect, it } from 'vitest'
import { nextUtcDay, utcDay } from './utc-day.ts'

it('counts days in UTC in any time zone', () => {
  const late = new Date('2026-03-31T23:30:00-02:00')
  expect(utcDay(late)).toBe('2026-04-01')
  expect(nextUtcDay(late)).toEqual(new Date('2026-04-02T00:00:00Z'))
  expect(nextUtcDay(new Date('2026-12-31T23:59:59.999Z'))).toEqual(new Date('2027-01-01T00:00:00Z'))
})
