/** The words both sides speak about payment, and about what the credits were spent on. Times are ISO, days UTC. */
import { z } from 'zod'
import { Tier } from './plans.ts'
import { LedgerReason } from './usage.ts'

/** GET /api/billing: how this person's plan can be changed. */
export const Billing = z.object({
  tier: Tier,
  /** Whether Pro can be paid here. */
  payment: z.boolean(),
  /** The operator's address, as far as the server knows one. */
  operator: z.string().nullable(),
  /** Null when nothing was ever paid. */
  subscription: z
    .object({
      /** The provider's word: active, past_due, canceled … */
      status: z.string(),
      /** It runs: it grants the plan. */
      live: z.boolean(),
      cancel_at_period_end: z.boolean(),
      current_period_end: z.string().nullable(),
    })
    .nullable(),
})
export type Billing = z.infer<typeof Billing>

/** Where the browser goes to pay, or to change what is paid. */
export const PaymentPage = z.object({ url: z.string() })

/** One line of the ledger. */
export const UsageEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  amount: z.number().int(),
  reason: LedgerReason,
  /** What a charge was for. */
  url: z.string().nullable(),
  crawl: z
    .object({
      id: z.string(),
      /** Where the crawl started; null when it was deleted since. */
      url: z.string().nullable(),
    })
    .nullable(),
})
export type UsageEntry = z.infer<typeof UsageEntry>

export const USAGE_DAYS = 30
/** `date` is a UTC day such as 2026-03-31. */
export const UsageDay = z.object({ date: z.string(), spent: z.number().int(), granted: z.number().int() })
export type UsageDay = z.infer<typeof UsageDay>

/** GET /api/usage: the balance, what comes next, the last thirty days and the newest lines of the ledger. */
export const Usage = z.object({
  credits_count: z.number().int(),
  tier: Tier,
  /** When the balance returns next; null on the free plan, and while a payment is owed. */
  next_return: z.string().nullable(),
  payment_owed: z.boolean(),
  /** The oldest first, today last; days on which nothing happened are there too. */
  days: z.array(UsageDay),
  entries: z.array(UsageEntry),
  /** The `before` of the next piece; null at the end. */
  next: z.number().int().nullable(),
})
export type Usage = z.infer<typeof Usage>

export const UsageQuery = z.object({ before: z.coerce.number().int().positive().optional() })
