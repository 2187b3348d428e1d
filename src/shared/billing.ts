/** Payment and credit usage. Times are ISO, days UTC. */
import { z } from 'zod'
import { Tier } from './tier.ts'
import { LedgerReason } from './usage.ts'

/** GET /api/billing: the user's plan and subscription. */
export const Billing = z.object({
  tier: Tier,
  /** Whether this server accepts payment for Pro. */
  payment: z.boolean(),
  /** The operator's email address, if configured. */
  operator: z.string().nullable(),
  /** Null without any payment so far. */
  subscription: z
    .object({
      /** The provider's status: active, past_due, canceled … */
      status: z.string(),
      /** It currently grants the plan. */
      live: z.boolean(),
      cancel_at_period_end: z.boolean(),
      current_period_end: z.string().nullable(),
    })
    .nullable(),
})
export type Billing = z.infer<typeof Billing>

/** The checkout or portal page of the payment provider. */
export const PaymentPage = z.object({ url: z.string() })

/** A change of the balance; the charges of one crawl, or of one check for changes, are one entry. */
export const UsageEntry = z.object({
  id: z.number().int(),
  /** Of the newest charge. */
  at: z.string(),
  amount: z.number().int(),
  reason: LedgerReason,
  /** The page that was charged; null for several. */
  url: z.string().nullable(),
  /** How many pages were charged, and the id to list them with; null for a single one. */
  charges: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  crawl: z
    .object({
      id: z.string(),
      /** The start address; null once the crawl is deleted. */
      url: z.string().nullable(),
    })
    .nullable(),
})
export type UsageEntry = z.infer<typeof UsageEntry>

export const USAGE_DAYS = 30
/** `date` is a UTC day such as 2026-03-31. */
export const UsageDay = z.object({
  date: z.string(),
  spent: z.number().int(),
  granted: z.number().int(),
  /** Tokens that language models read and wrote. */
  tokens: z.number().int(),
  /** In US dollars, of the models whose price is known. */
  cost: z.number(),
})
export type UsageDay = z.infer<typeof UsageDay>

/** GET /api/usage: the balance, the next refill, the last 30 days and the newest ledger entries. */
export const Usage = z.object({
  credits_count: z.number().int(),
  tier: Tier,
  /** When the balance is next refilled; null on the free plan, and while a payment is overdue. */
  next_return: z.string().nullable(),
  payment_owed: z.boolean(),
  /** Oldest first, including days without entries. */
  days: z.array(UsageDay),
  entries: z.array(UsageEntry),
  /** The `before` of the next page; null at the end. */
  next: z.number().int().nullable(),
})
export type Usage = z.infer<typeof Usage>

/** GET /api/usage/charges/{id}: the pages that a crawl or a check was charged for, newest first. */
export const UsageCharges = z.object({
  charges: z.array(z.object({ id: z.number().int(), at: z.string(), url: z.string() })),
  /** The `before` of the next page; null at the end. */
  next: z.number().int().nullable(),
})
export type UsageCharges = z.infer<typeof UsageCharges>

export const UsageQuery = z.object({ before: z.coerce.number().int().positive().optional() })
