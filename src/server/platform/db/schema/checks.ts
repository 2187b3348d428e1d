/** Checks of a chat's pages for changes on the site, and the result for each page. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CheckedState, CheckStatus, Difference } from '#shared/crawl/changes.ts'
import type { ErrorCode, Message, MessageValues } from '#shared/errors.ts'
import { users } from './accounts.ts'
import { savedChats } from './chats.ts'
import { pages } from './crawls.ts'
import { timestamptz } from './timestamptz.ts'

/** One check of all pages of a chat. */
export const chatChecks = pgTable(
  'chat_checks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    chatId: uuid('chat_id')
      .notNull()
      .references(() => savedChats.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<CheckStatus>().notNull().default('checking'),
    error: jsonb('error').$type<{ code: ErrorCode; values: MessageValues }>(),
    scheduled: boolean('scheduled').notNull().default(false),
    stopRequested: boolean('stop_requested').notNull().default(false),
    pagesTotal: integer('pages_total').notNull(),
    pagesChecked: integer('pages_checked').notNull().default(0),
    pagesChanged: integer('pages_changed').notNull().default(0),
    pagesGone: integer('pages_gone').notNull().default(0),
    pagesFailed: integer('pages_failed').notNull().default(0),
    pagesAdded: integer('pages_added').notNull().default(0),
    /** Whether the sitemaps of the sites have been read, if their crawls use them. */
    sitemapsRead: boolean('sitemaps_read').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When the last page was read. The summaries of new versions and the switch to them follow. */
    readAt: timestamptz('read_at'),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('chat_checks_chat').on(table.chatId, table.createdAt),
    uniqueIndex('chat_checks_one_running')
      .on(table.chatId, table.userId)
      .where(sql`${table.finishedAt} is null`),
  ],
)

/** A page of a check. Unchanged pages are deleted at the end of the check. */
export const chatCheckPages = pgTable(
  'chat_check_pages',
  {
    checkId: uuid('check_id')
      .notNull()
      .references(() => chatChecks.id, { onDelete: 'cascade' }),
    /** The chat's version at the start of the check. */
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    state: text('state').$type<CheckedState | 'waiting'>().notNull().default('waiting'),
    /** Why the page could not be read, or is considered gone. */
    detail: text('detail').notNull().default(''),
    /** Code and values of `detail`, as in `frontier`. */
    detailMessage: jsonb('detail_message').$type<Message>(),
    /** Whether the page was gone before the check. */
    wasGone: boolean('was_gone').notNull().default(false),
    attempts: smallint('attempts').notNull().default(0),
    dueAt: timestamptz('due_at'),
    /** The stored new version of a changed page. */
    newPageId: uuid('new_page_id').references(() => pages.id, { onDelete: 'set null' }),
    difference: jsonb('difference').$type<Difference>(),
  },
  (table) => [
    primaryKey({ columns: [table.checkId, table.pageId] }),
    index('chat_check_pages_waiting')
      .on(table.checkId, table.position)
      .where(sql`${table.state} = 'waiting'`),
    index('chat_check_pages_page').on(table.pageId),
    index('chat_check_pages_new').on(table.newPageId),
  ],
)
