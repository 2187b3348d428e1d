/**
 * The balance and the ledger behind it: at all times the ledger's amounts of a person add up to the balance.
 */
import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

export const userCredits = pgTable(
  'user_credits',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    creditsCount: integer('credits_count').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
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
    reason: text('reason').$type<'account' | 'daily' | 'plan' | 'operator' | 'page'>().notNull(),
    /** What a charge was for. No foreign key: the ledger outlives a deleted crawl. */
    crawlId: uuid('crawl_id'),
    url: text('url'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('credit_ledger_user').on(table.userId, table.createdAt),
    // A page of a crawl is charged once, whatever is retried.
    uniqueIndex('credit_ledger_one_charge_per_page').on(table.crawlId, table.url).where(sql`${table.reason} = 'page'`),
  ],
)
