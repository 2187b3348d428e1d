/** The plans and their limits (specification, section 9), and the rules that change a credit balance. */
import { z } from 'zod'
import { Tier } from './tier.ts'
import type { LedgerReason } from './usage.ts'

export type Plan = {
  /** Credits of a new account, and the daily refill of a paid plan. One credit is one crawled page. */
  credits: number
  maxPagesPerCrawl: number
  /** Links away from the start page; the start page is depth 0. */
  maxDepth: number
  /** Pages of a notebook that a search for conflicts compares and a site audit reads. */
  maxPagesCompared: number
  /** Golden questions of a notebook. */
  maxGoldenQuestions: number
  /** Unanswered questions of a notebook that are grouped into gaps, the newest. */
  maxGapQuestions: number
  /** Whether crawls may have custom crawler settings. */
  customSettings: boolean
}

export const plans: Readonly<Record<Tier, Plan>> = {
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
}

/**
 * Clamps to whole numbers from 1 to the plan's limit (specification, section 5, crawl form). Anything that is not a
 * number becomes 1.
 */
export function clampToPlan(tier: Tier, requested: { maxPages: unknown; maxDepth: unknown }) {
  const plan = plans[tier]
  return {
    maxPages: clampCount(requested.maxPages, plan.maxPagesPerCrawl),
    maxDepth: clampCount(requested.maxDepth, plan.maxDepth),
  }
}

/** A whole number from 1 to `limit`. */
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

/** 'plan' means the credits of the plan after the occasion. */
type BalanceRule = 'is the plan' | 'at least the plan' | 'at most the plan' | 'one less' | 'as set' | 'stays' | 'gone'

type OccasionRule = {
  name: string
  balance: BalanceRule
  /** The reason in the ledger; null without an entry. */
  reason: LedgerReason | null
  /** The manual's description. */
  happens: string
}

/** The only rules for balances: every change uses this table, and the manual shows it. */
export const occasions: Readonly<Record<Occasion, OccasionRule>> = {
  account: {
    name: 'Sign-up credits',
    balance: 'is the plan',
    reason: 'account',
    happens: 'The balance starts with the credits of the plan.',
  },
  daily: {
    name: 'New UTC day on a paid plan',
    balance: 'at least the plan',
    reason: 'daily',
    happens: 'The balance is refilled to the credits of the plan once a day. A higher balance is kept.',
  },
  upgrade: {
    name: 'Upgrade',
    balance: 'at least the plan',
    reason: 'plan',
    happens: 'The balance rises to the credits of the new plan immediately. This is the refill for that day.',
  },
  downgrade: {
    name: 'Downgrade',
    balance: 'at most the plan',
    reason: 'plan',
    happens: 'A balance above the credits of the smaller plan is cut to them.',
  },
  cancellation: {
    name: 'Cancellation, at the end of the paid period',
    balance: 'at most the plan',
    reason: 'plan',
    happens: 'The account moves to the Free plan. A balance above its credits is cut to them.',
  },
  'payment-failed': {
    name: 'Failed payment',
    balance: 'stays',
    reason: null,
    happens: 'Plan and balance are kept while the payment is retried. The daily refill resumes once it is paid.',
  },
  page: {
    name: 'Page crawled',
    balance: 'one less',
    reason: 'page',
    happens: 'One credit is charged in the transaction that stores the page.',
  },
  change: {
    name: 'Changed page found by a check',
    balance: 'one less',
    reason: 'change',
    happens: 'One credit is charged in the transaction that stores the new version.',
  },
  operator: {
    name: 'Set by an administrator',
    balance: 'as set',
    reason: 'operator',
    happens: 'The balance is the number that was set, until the next daily refill.',
  },
  'account-deleted': {
    name: 'Account deleted',
    balance: 'gone',
    reason: null,
    happens: 'Balance and ledger are deleted with the account, and an active subscription is canceled.',
  },
}

/**
 * The balance after an occasion, in credits. `tier` is the plan after it, `set` the number set by an operator. Null
 * when absent: below zero, or for a deleted account.
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

/** Null when the plans are the same. The order is free, pro, enterprise. */
export function occasionOfChange(from: Tier, to: Tier): 'upgrade' | 'downgrade' | null {
  const step = Tier.options.indexOf(to) - Tier.options.indexOf(from)
  if (step === 0) return null
  return step > 0 ? 'upgrade' : 'downgrade'
}

/** Whether the balance is refilled daily. */
export const isPaidTier = (tier: Tier) => tier !== 'free'
