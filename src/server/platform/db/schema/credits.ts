/** The balance and its ledger. Invariant: the ledger amounts of a user add up to the balance. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LedgerReason } from '#shared/usage.ts'
import { users } from './accounts.ts'
import { timestamptz } from './timestamptz.ts'

export const userCredits = pgTable(
  'user_credits',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    creditsCount: integer('credits_count').notNull(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [check('credits_never_negative', sql`${table.creditsCount} >= 0`)],
)

export const creditLedger = pgTable(
  'credit_ledger',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Credits: positive when granted, negative when charged. */
    amount: integer('amount').notNull(),
    reason: text('reason').$type<LedgerReason>().notNull(),
    /** The crawl or check of a charge. No foreign key: the ledger outlives the crawl. */
    crawlId: uuid('crawl_id'),
    url: text('url'),
    /** The UTC day of a daily refill. */
    day: date('day', { mode: 'string' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('credit_ledger_user').on(table.userId, table.createdAt),
    // Counts of pages by day, over all users.
    index('credit_ledger_pages')
      .on(table.createdAt)
      .where(sql`${table.reason} = 'page'`),
    // A page of a crawl is charged once, even after retries.
    uniqueIndex('credit_ledger_one_charge_per_page')
      .on(table.crawlId, table.url, table.userId)
      .where(sql`${table.reason} = 'page'`),
    // A changed page of a check, too; crawl_id is the check's id.
    uniqueIndex('credit_ledger_one_charge_per_change')
      .on(table.crawlId, table.url, table.userId)
      .where(sql`${table.reason} = 'change'`),
    // A paid plan is refilled once a day, even when several processes do it.
    uniqueIndex('credit_ledger_one_return_per_day')
      .on(table.userId, table.day)
      .where(sql`${table.reason} = 'daily'`),
  ],
)

/** A user's subscription with the payment provider, as of its newest event. */
export const subscriptions = pgTable('subscriptions', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  customerId: text('customer_id').notNull().unique(),
  /** Null until a checkout is paid. */
  subscriptionId: text('subscription_id').unique(),
  /** As the provider names it: active, past_due, canceled … */
  status: text('status').notNull().default('none'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  currentPeriodEnd: timestamptz('current_period_end'),
  /** The time of the newest event; older events that arrive late are ignored. */
  toldAt: timestamptz('told_at'),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

/** Handled events of the payment provider, so that each is handled once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
  },
  (table) => [index('payment_events_received_at').on(table.receivedAt)],
)
