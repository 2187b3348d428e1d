import { expect, it } from 'vitest'
import { amountWords, returnWords, subscriptionWords } from './usage-words.ts'

it.each([
  [{ tier: 'free', next_return: null, payment_owed: false }, 'None on the free plan'],
  [{ tier: 'pro', next_return: null, payment_owed: true }, 'Waits until your payment is made'],
] as const)('says of %j when the balance returns', (usage, words) => {
  expect(returnWords(usage)).toBe(words)
})

it('names the time and the number of the next return', () => {
  expect(returnWords({ tier: 'enterprise', next_return: '2026-04-01T00:00:00.000Z', payment_owed: false })).toMatch(/2026.*to 3,000 credits$/)
})

it.each([
  ['active', false, /^Renews on .*2026/],
  ['active', true, /^Ends on .*2026/],
  ['past_due', false, /^The last payment failed$/],
] as const)('says of a subscription that is %s, cancelled: %j', (status, cancel_at_period_end, words) => {
  const subscription = { status, live: true, cancel_at_period_end, current_period_end: '2026-04-01T00:00:00.000Z' }
  expect(subscriptionWords({ subscription })).toMatch(words)
})

it('says nothing of a subscription that is over or never was', () => {
  const over = { status: 'canceled', live: false, cancel_at_period_end: false, current_period_end: null }
  expect([subscriptionWords({ subscription: over }), subscriptionWords({ subscription: null })]).toEqual([null, null])
})

it('writes what was granted with a plus, what was spent with a minus', () => {
  expect([amountWords({ amount: 3000 }), amountWords({ amount: -1 })]).toEqual(['+3,000', '−1'])
})
