import { describe, expect, it } from 'vitest'
import type { MyAccount } from '#shared/account.ts'
import { refreshAfterMs, sessionEvent } from './session-event.ts'

function session(changes: Partial<MyAccount['user']> = {}, expiresAt = '2030-01-02T00:00:00.000Z'): MyAccount {
  return {
    user: {
      id: 'anna',
      email: 'anna@example.org',
      name: 'anna',
      emailVerified: true,
      isAdmin: false,
      tier: 'free',
      factors: [],
      identities: [],
      language: 'en',
      ...changes,
    },
    expiresAt,
  }
}
const anna = session()

describe('what has happened between two look-ups [session-event-1]', () => {
  it.each([
    ['the first look-up of a visitor', undefined, null, 'INITIAL_SESSION'],
    ['the first request of a signed-in user', undefined, anna, 'INITIAL_SESSION'],
    ['a visitor who stays one', null, null, null],
    ['a visitor who signed in', null, anna, 'SIGNED_IN'],
    ['another user', anna, session({ id: 'ben' }), 'SIGNED_IN'],
    ['no session any more', anna, null, 'SIGNED_OUT'],
    ['another address', anna, session({ email: 'new@example.org' }), 'USER_UPDATED'],
    ['a second factor', anna, session({ factors: [{ factor_type: 'totp', status: 'verified' }] }), 'USER_UPDATED'],
    ['a later expiry', anna, session({}, '2030-01-03T00:00:00.000Z'), 'TOKEN_REFRESHED'],
    ['nothing', anna, session(), null],
  ] as const)('%s', (_, before, after, event) => {
    expect(sessionEvent(before, after)).toBe(event)
  })
})

describe('the next refresh', () => {
  const now = Date.parse('2030-01-01T00:00:00.000Z')
  it.each([
    ['2030-01-31T00:00:00.000Z', 60 * 60_000],
    ['2030-01-01T00:20:00.000Z', 15 * 60_000],
    ['2030-01-01T00:05:00.000Z', 60_000],
    ['2029-12-31T00:00:00.000Z', 60_000],
  ])('of a session until %s comes in %i ms [session-event-2]', (expiresAt, ms) => {
    expect(refreshAfterMs(expiresAt, now)).toBe(ms)
  })
})
