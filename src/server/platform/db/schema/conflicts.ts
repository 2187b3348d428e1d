/** Conflicts between the pages of a notebook, and its last search for them. */
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ConflictProperty } from '#shared/chat/conflicts.ts'
import { users } from './accounts.ts'
import { notebooks } from './chats.ts'
import { pages } from './crawls.ts'
import { timestamptz } from './timestamptz.ts'

export const conflictSearches = pgTable('conflict_searches', {
  notebookId: uuid('notebook_id')
    .primaryKey()
    .references(() => notebooks.id, { onDelete: 'cascade' }),
  pagesCompared: integer('pages_compared').notNull(),
  /** Beyond the limit of the plan. */
  pagesLeftOut: integer('pages_left_out').notNull(),
  searchedAt: timestamptz('searched_at').notNull(),
})

/** A search replaces those it no longer finds, except dismissed ones. */
export const conflicts = pgTable(
  'conflicts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    /** SHA-256 of the addresses and sentences: the same after a page was crawled again without a change. */
    fingerprint: text('fingerprint').notNull(),
    property: text('property').$type<ConflictProperty>().notNull(),
    /** The place of the conflict in the list of a notebook. */
    position: integer('position').notNull(),
    firstPageId: uuid('first_page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    secondPageId: uuid('second_page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    /** Of the first and of the second page. */
    quotes: jsonb('quotes').$type<{ sentence: string; value: string }[]>().notNull(),
    /** Found by the last search. A dismissed conflict that is not found stays for the next one. */
    foundAt: timestamptz('found_at').notNull(),
    dismissedAt: timestamptz('dismissed_at'),
  },
  (table) => [
    uniqueIndex('conflicts_fingerprint').on(table.notebookId, table.fingerprint, table.userId),
    index('conflicts_user').on(table.userId),
    index('conflicts_first_page').on(table.firstPageId),
    index('conflicts_second_page').on(table.secondPageId),
  ],
)
