/** The plans: what each grants and how far each may crawl (SPEC section 9, tiers). */
import { z } from 'zod'

export const Tier = z.enum(['free', 'pro', 'enterprise'])
export type Tier = z.infer<typeof Tier>

export type Plan = {
  /** Credits of a new account, and what a paid plan's balance returns to once a day. One credit is one crawled page. */
  credits: number
  maxPagesPerCrawl: number
  /** Links away from the start page; the start page is depth 0. */
  maxDepth: number
  /** Whether crawls may have custom crawler settings. */
  customSettings: boolean
}

export const plans: Readonly<Record<Tier, Plan>> = {
  free: { credits: 30, maxPagesPerCrawl: 10, maxDepth: 3, customSettings: false },
  pro: { credits: 300, maxPagesPerCrawl: 100, maxDepth: 10, customSettings: true },
  enterprise: { credits: 3000, maxPagesPerCrawl: 1000, maxDepth: 20, customSettings: true },
}

/** What the banner and the modal say to a person of this plan; on enterprise there is nothing to upgrade to. */
export const upgradeBanner: Readonly<Record<Tier, string | null>> = {
  free: 'Need to crawl more pages or go deeper? Upgrade to our Pro plan!',
  pro: 'Need to crawl more pages or go deeper? Upgrade to our Enterprise plan!',
  enterprise: null,
}

/**
 * Brings a wish into the plan: whole numbers, at least 1, at most the plan's limit (SPEC section 5, crawl form).
 * Anything that is not a number becomes 1.
 */
export function clampToPlan(tier: Tier, wish: { maxPages: unknown; maxDepth: unknown }) {
  const plan = plans[tier]
  return {
    maxPages: clampCount(wish.maxPages, plan.maxPagesPerCrawl),
    maxDepth: clampCount(wish.maxDepth, plan.maxDepth),
  }
}

/** A typed or sent count as a whole number from 1 to `limit`. */
export function clampCount(value: unknown, limit: number): number {
  const number = typeof value === 'number' ? value : Number.parseInt(String(value), 10)
  if (!Number.isFinite(number)) return 1
  return Math.min(Math.max(Math.trunc(number), 1), limit)
}
