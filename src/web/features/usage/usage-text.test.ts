import { expect, it } from 'vitest'
import { refillRule } from '#web/features/credits/refill-rule.ts'
import { amountText, refillText, subscriptionText } from './usage-text.ts'

it.each([
  [{ tier: 'free', next_return: null, payment_owed: false }, 'None'],
  [{ tier: 'pro', next_return: null, payment_owed: true }, 'Paused until your payment goes through'],
] as const)('describes the refill of %j', (usage, text) => {
  expect(refillText(usage)).toBe(text)
})

it('includes the time and the credits of the next refill', () => {
  expect(refillText({ tier: 'enterprise', next_return: '2026-04-01T00:00:00.000Z', payment_owed: false })).toMatch(
    /2026.*to 3,000 credits$/,
  )
})

it('explains on which plan the balance is refilled, when and to how much', () => {
  expect(refillRule('free')).toBe('The Free plan doesn’t refill. Pro refills to 300 credits every day.')
  expect(refillRule('pro')).toMatch(/^The Pro plan refills to 300 credits every day at .*00.* \(midnight UTC\)\.$/)
})

it.each([
  ['active', false, /^Renews on .*2026/],
  ['active', true, /^Ends on .*2026/],
  ['past_due', false, /^Last payment failed$/],
] as const)('describes a subscription that is %s, canceled: %j', (status, cancel_at_period_end, text) => {
  const subscription = { status, live: true, cancel_at_period_end, current_period_end: '2026-04-01T00:00:00.000Z' }
  expect(subscriptionText({ subscription })).toMatch(text)
})

it('returns null without a live subscription', () => {
  const over = { status: 'canceled', live: false, cancel_at_period_end: false, current_period_end: null }
  expect([subscriptionText({ subscription: over }), subscriptionText({ subscription: null })]).toEqual([null, null])
})

it('formats grants with a plus sign and spending with a minus sign', () => {
  expect([amountText({ amount: 3000 }), amountText({ amount: -1 })]).toEqual(['+3,000', '−1'])
})
