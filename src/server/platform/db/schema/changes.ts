/** New addresses that checks found, change reports of notebooks, and where reports are sent. */
import { boolean, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryAttempt, DeliveryStatus, ReportContent } from '#shared/chat/change-reports.ts'
import { users } from './accounts.ts'
import { notebooks, savedChats } from './chats.ts'
import { crawls, pages } from './crawls.ts'
import { timestamptz } from './timestamptz.ts'

/**
 * Addresses that checks of a chat found after its crawl. Kept, so that an address is reported once: `waiting` to be
 * read, `added` as a page, `listed` because the crawl has as many pages as it may have, `skipped` for good, or `failed`
 * until the next check.
 */
export const chatAddresses = pgTable(
  'chat_addresses',
  {
    chatId: uuid('chat_id')
      .notNull()
      .references(() => savedChats.id, { onDelete: 'cascade' }),
    /** The page's identity, as in `frontier`. */
    url: text('url').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its settings apply to the page. */
    crawlId: uuid('crawl_id')
      .notNull()
      .references(() => crawls.id, { onDelete: 'cascade' }),
    fetchUrl: text('fetch_url').notNull(),
    depth: smallint('depth').notNull(),
    state: text('state').$type<'waiting' | 'added' | 'listed' | 'skipped' | 'failed'>().notNull().default('waiting'),
    /** The check that settled the state. */
    checkId: uuid('check_id'),
    attempts: smallint('attempts').notNull().default(0),
    /** Checks in which it could not be read. */
    failures: smallint('failures').notNull().default(0),
    dueAt: timestamptz('due_at'),
    pageId: uuid('page_id').references(() => pages.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.url, table.userId] }),
    index('chat_addresses_user').on(table.userId),
    index('chat_addresses_crawl').on(table.crawlId),
    index('chat_addresses_page').on(table.pageId),
  ],
)

/** What one check of a chat found. Later changes of the chat's pages do not change it. */
export const changeReports = pgTable(
  'change_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    chatId: uuid('chat_id').references(() => savedChats.id, { onDelete: 'set null' }),
    /** Without a foreign key: the report outlives its check. */
    checkId: uuid('check_id').notNull(),
    content: jsonb('content').$type<ReportContent>().notNull(),
    /** True until a mail has the report. */
    toMail: boolean('to_mail').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    // A check is reported once.
    uniqueIndex('change_reports_check').on(table.checkId, table.userId),
    index('change_reports_notebook').on(table.notebookId, table.createdAt),
    index('change_reports_user').on(table.userId),
    index('change_reports_chat').on(table.chatId),
  ],
)

/** Where the reports of a notebook are sent, besides its Changes tab. */
export const changeOutlets = pgTable(
  'change_outlets',
  {
    notebookId: uuid('notebook_id')
      .primaryKey()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mails: boolean('mails').notNull().default(false),
    /** SHA-256 of the token in the address of the feed: reading the table does not give access. */
    feedTokenHash: text('feed_token_hash').unique(),
    feedCreatedAt: timestamptz('feed_created_at'),
    webhookUrl: text('webhook_url'),
    /** Signs deliveries; sealed. */
    webhookSecret: text('webhook_secret'),
  },
  (table) => [index('change_outlets_user').on(table.userId)],
)

/** The delivery of a report to the webhook, with its last attempts. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    reportId: uuid('report_id')
      .primaryKey()
      .references(() => changeReports.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    /** The requests to the webhook, oldest first. */
    attempts: jsonb('attempts').$type<DeliveryAttempt[]>().notNull().default([]),
    /** Attempts since the report was created, or last delivered by hand: they determine the delay. */
    tries: smallint('tries').notNull().default(0),
    /** The attempt that a job makes. A job for another one does nothing. */
    attempt: smallint('attempt').notNull().default(1),
  },
  (table) => [index('webhook_deliveries_user').on(table.userId)],
)
