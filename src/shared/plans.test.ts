import { describe, expect, it } from 'vitest'
import { clampToPlan, plans, upgradeBanner } from './plans.ts'

it('gives each plan its credits, pages and depth', () => {
  expect(plans).toEqual({
    free: { credits: 30, maxPagesPerCrawl: 10, maxDepth: 3, customSettings: false },
    pro: { credits: 300, maxPagesPerCrawl: 100, maxDepth: 10, customSettings: true },
    enterprise: { credits: 3000, maxPagesPerCrawl: 1000, maxDepth: 20, customSettings: true },
  })
})

describe('a wish is brought into the plan', () => {
  it.each([
    ['free', { maxPages: 5, maxDepth: 2 }, { maxPages: 5, maxDepth: 2 }],
    ['free', { maxPages: 11, maxDepth: 4 }, { maxPages: 10, maxDepth: 3 }],
    ['free', { maxPages: 'many', maxDepth: '' }, { maxPages: 1, maxDepth: 1 }],
    ['free', { maxPages: 0, maxDepth: -7 }, { maxPages: 1, maxDepth: 1 }],
    ['free', { maxPages: '7.9', maxDepth: 2.9 }, { maxPages: 7, maxDepth: 2 }],
    ['free', { maxPages: Number.NaN, maxDepth: Number.POSITIVE_INFINITY }, { maxPages: 1, maxDepth: 1 }],
    ['pro', { maxPages: 5000, maxDepth: 50 }, { maxPages: 100, maxDepth: 10 }],
    ['enterprise', { maxPages: 5000, maxDepth: 50 }, { maxPages: 1000, maxDepth: 20 }],
  ] as const)('%s: %j', (tier, wish, inForce) => {
    expect(clampToPlan(tier, wish)).toEqual(inForce)
  })
})

it('asks free and pro to upgrade, and enterprise for nothing', () => {
  expect(upgradeBanner.free).toBe('Need to crawl more pages or go deeper? Upgrade to our Pro plan!')
  expect(upgradeBanner.pro).toContain('Enterprise')
  expect(upgradeBanner.enterprise).toBeNull()
})
