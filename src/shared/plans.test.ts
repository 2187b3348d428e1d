import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { balanceAfter, clampToPlan, Occasion, occasionOfChange, occasions, plans } from './plans.ts'

it('gives each plan its credits, pages and depth [plans-1]', () => {
  expect(plans).toEqual({
    free: {
      credits: 30,
      maxPagesPerCrawl: 10,
      maxDepth: 3,
      maxPagesCompared: 100,
      maxGoldenQuestions: 20,
      maxGapQuestions: 200,
      customSettings: false,
    },
    pro: {
      credits: 300,
      maxPagesPerCrawl: 100,
      maxDepth: 10,
      maxPagesCompared: 1000,
      maxGoldenQuestions: 200,
      maxGapQuestions: 2000,
      customSettings: true,
    },
    enterprise: {
      credits: 3000,
      maxPagesPerCrawl: 1000,
      maxDepth: 20,
      maxPagesCompared: 5000,
      maxGoldenQuestions: 1000,
      maxGapQuestions: 10_000,
      customSettings: true,
    },
  })
})

describe('requested limits are clamped to the plan', () => {
  it.each([
    ['free', { maxPages: 5, maxDepth: 2 }, { maxPages: 5, maxDepth: 2 }],
    ['free', { maxPages: 11, maxDepth: 4 }, { maxPages: 10, maxDepth: 3 }],
    ['free', { maxPages: 'many', maxDepth: '' }, { maxPages: 1, maxDepth: 1 }],
    ['free', { maxPages: 0, maxDepth: -7 }, { maxPages: 1, maxDepth: 1 }],
    ['free', { maxPages: '7.9', maxDepth: 2.9 }, { maxPages: 7, maxDepth: 2 }],
    ['free', { maxPages: Number.NaN, maxDepth: Number.POSITIVE_INFINITY }, { maxPages: 1, maxDepth: 1 }],
    ['pro', { maxPages: 5000, maxDepth: 50 }, { maxPages: 100, maxDepth: 10 }],
    ['enterprise', { maxPages: 5000, maxDepth: 50 }, { maxPages: 1000, maxDepth: 20 }],
  ] as const)('%s: %j [plans-2]', (tier, requested, inForce) => {
    expect(clampToPlan(tier, requested)).toEqual(inForce)
  })
})

describe('a balance', () => {
  it.each([
    ['account', 0, 'free', 30],
    ['account', 0, 'enterprise', 3000],
    ['daily', 12, 'pro', 300],
    ['daily', 0, 'enterprise', 3000],
    ['daily', 700, 'pro', 700],
    ['upgrade', 4, 'pro', 300],
    ['upgrade', 500, 'pro', 500],
    ['downgrade', 2800, 'pro', 300],
    ['downgrade', 12, 'pro', 12],
    ['cancellation', 300, 'free', 30],
    ['cancellation', 7, 'free', 7],
    ['payment-failed', 123, 'pro', 123],
    ['page', 1, 'free', 0],
    ['page', 0, 'free', null],
    ['change', 30, 'pro', 29],
    ['change', 0, 'pro', null],
    ['account-deleted', 300, 'pro', null],
  ] as const)('%s: %i on %s becomes %j', (occasion, before, tier, after) => {
    expect(balanceAfter(occasion, before, { tier })).toBe(after)
  })

  it('is the number set by an operator', () => {
    expect(balanceAfter('operator', 30, { tier: 'free', set: 1200 })).toBe(1200)
    expect(balanceAfter('operator', 30, { tier: 'free', set: 0 })).toBe(0)
  })

  it('has a rule for every occasion, which the manual shows word for word', () => {
    const manual = readFileSync('manual/plans.md', 'utf8')
    expect(Object.keys(occasions)).toEqual(Occasion.options)
    for (const { name, happens } of Object.values(occasions)) expect(manual).toContain(`| ${name} | ${happens} |`)
  })

  it.each([
    ['free', 'pro', 'upgrade'],
    ['pro', 'enterprise', 'upgrade'],
    ['enterprise', 'pro', 'downgrade'],
    ['pro', 'free', 'downgrade'],
    ['pro', 'pro', null],
  ] as const)('from %s to %s is a change of plan: %j', (from, to, occasion) => {
    expect(occasionOfChange(from, to)).toBe(occasion)
  })
})
