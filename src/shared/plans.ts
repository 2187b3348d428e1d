/** The plans: what each grants, how far each may crawl (SPEC section 9, tiers), and what happens to a balance when. */
import { z } from 'zod'
import { Tier } from './tier.ts'
import type { LedgerReason } from './usage.ts'

export { Tier }

export type Plan = {
  /** Credits of a new account, and what a paid plan's balance returns to once a day. One credit is one crawled page. */
  credits: number
  maxPagesPerCrawl: number
  /** Links away from the start page; the start page is depth 0. */
  maxDepth: number
  /** Whether crawls may have custom crawler settings. */
  customSettings: boolean
  /** Whether API keys work. */
  apiAccess: boolean
}

export const plans: Readonly<Record<Tier, Plan>> = {
  free: { credits: 30, maxPagesPerCrawl: 10, maxDepth: 3, customSettings: false, apiAccess: false },
  pro: { credits: 300, maxPagesPerCrawl: 100, maxDepth: 10, customSettings: true, apiAccess: true },
  enterprise: { credits: 3000, maxPagesPerCrawl: 1000, maxDepth: 20, customSettings: true, apiAccess: true },
}

/** What the banner and the modal say to a person of this plan; on enterprise there is nothing to upgrade to. */
export const upgradeBanner = {
  free: 'Need to crawl more pages or go deeper? Upgrade to our Pro plan!',
  pro: 'Need to crawl more pages or go deeper? Upgrade to our Enterprise plan!',
  enterprise: null,
} as const satisfies Record<Tier, string | null>

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

export const Occasion = z.enum([
  'account',
  'daily',
  'upgrade',
  'downgrade',
  'cancellation',
  'payment-failed',
  'page',
  'change',
  'operator',
  'account-deleted',
])
export type Occasion = z.infer<typeof Occasion>

/** `plan` is the number of the plan that holds after the occasion. */
type BalanceRule = 'is the plan' | 'at least the plan' | 'at most the plan' | 'one less' | 'as set' | 'stays' | 'gone'

type OccasionRule = {
  name: string
  balance: BalanceRule
  /** What the ledger says; null when it has no entry. */
  reason: LedgerReason | null
  /** For people: what happens to plan and balance. */
  happens: string
}

/** The one table of what happens to a balance, read by everything that changes one and shown in the manual. */
export const occasions: Readonly<Record<Occasion, OccasionRule>> = {
  account: {
    name: 'New account',
    balance: 'is the plan',
    reason: 'account',
    happens: 'The balance starts with the credits of the plan.',
  },
  daily: {
    name: 'A new day in UTC, on a paid plan',
    balance: 'at least the plan',
    reason: 'daily',
    happens: 'The balance returns to the credits of the plan, once a day. What lies above them stays.',
  },
  upgrade: {
    name: 'Upgrade',
    balance: 'at least the plan',
    reason: 'plan',
    happens: 'The balance rises to the credits of the new plan at once; that is the return of this day.',
  },
  downgrade: {
    name: 'Downgrade',
    balance: 'at most the plan',
    reason: 'plan',
    happens: 'What lies above the credits of the smaller plan is gone.',
  },
  cancellation: {
    name: 'Cancellation, once the paid time is over',
    balance: 'at most the plan',
    reason: 'plan',
    happens: 'The account is on the free plan. What lies above its credits is gone.',
  },
  'payment-failed': {
    name: 'Failed payment',
    balance: 'stays',
    reason: null,
    happens: 'Plan and balance stay while the payment is tried again, and the daily return waits until it is paid.',
  },
  page: {
    name: 'A page was crawled',
    balance: 'one less',
    reason: 'page',
    happens: 'One credit is taken, in the same moment in which the page is stored.',
  },
  change: {
    name: 'A check found a page changed',
    balance: 'one less',
    reason: 'change',
    happens: 'One credit is taken, in the same moment in which the new version is stored.',
  },
  operator: {
    name: 'Set by the operator',
    balance: 'as set',
    reason: 'operator',
    happens: 'The balance is what the operator set, until it returns on the next day.',
  },
  'account-deleted': {
    name: 'The account was deleted',
    balance: 'gone',
    reason: null,
    happens: 'Balance and ledger are deleted with the account, and a running subscription is cancelled.',
  },
}

/**
 * The balance after an occasion, in credits. `tier` is the plan that holds after it, `set` what an operator set. Null
 * when there is no such balance: one less than nothing, or that of a deleted account.
 */
export function balanceAfter(occasion: Occasion, before: number, { tier, set = before }: { tier: Tier; set?: number }) {
  const { credits } = plans[tier]
  const after: Record<BalanceRule, () => number | null> = {
    'is the plan': () => credits,
    'at least the plan': () => Math.max(before, credits),
    'at most the plan': () => Math.min(before, credits),
    'one less': () => (before > 0 ? before - 1 : null),
    'as set': () => set,
    stays: () => before,
    gone: () => null,
  }
  return after[occasions[occasion].balance]()
}

/** What a change of plan is: null when both are the same. Enterprise stands above pro, pro above free. */
export function occasionOfChange(from: Tier, to: Tier): 'upgrade' | 'downgrade' | null {
  const step = Tier.options.indexOf(to) - Tier.options.indexOf(from)
  if (step === 0) return null
  return step > 0 ? 'upgrade' : 'downgrade'
}

/** Whether a plan's balance returns every day. */
export const isPaidTier = (tier: Tier) => tier !== 'free'
