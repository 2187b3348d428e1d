/** Notebooks, saved chats, the pages of a chat, its messages and what each message cites. */
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  customType,
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
import type { CheckEvery } from '#shared/crawl/changes.ts'
import type { GoldenSite } from '#shared/chat/golden-questions.ts'
import type { ChatMessage, ClaimState, Difference, Offer, Role, Uncited, Used } from '#shared/chat/chats.ts'
import { users } from './accounts.ts'
import { crawls, pages } from './crawls.ts'
import { timestamptz } from './timestamptz.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const notebooks = pgTable(
  'notebooks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    /** Whether open_questions stores the unanswered questions of programs and visitors, and for how long. */
    recordsQuestions: boolean('records_questions').notNull().default(true),
    keepQuestionsDays: smallint('keep_questions_days').notNull().default(90),
    /** Of its golden file; null for none. */
    goldenSite: jsonb('golden_site').$type<GoldenSite>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('notebooks_user').on(table.userId),
    // Of two concurrent saves, one creates the default notebook.
    uniqueIndex('notebooks_one_default')
      .on(table.userId)
      .where(sql`${table.isDefault}`),
  ],
)

export const savedChats = pgTable(
  'saved_chats',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Also the owner of the notebook; repeated here so that queries need no join. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    pinned: boolean('pinned').notNull().default(false),
    /** When the chat was deleted; the row is deleted once it can no longer be restored. */
    deletedAt: timestamptz('deleted_at'),
    /** The schedule of checks for changes; null for none. */
    checkEvery: text('check_every').$type<CheckEvery>(),
    checkDueAt: timestamptz('check_due_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // "My Chats", paged in descending order.
    index('saved_chats_listed')
      .on(table.userId, table.pinned, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('saved_chats_user').on(table.userId),
    index('saved_chats_notebook').on(table.notebookId),
  ],
)

/** The public link of a chat; deleting the row revokes it. */
export const chatShares = pgTable('chat_shares', {
  chatId: uuid('chat_id')
    .primaryKey()
    .references(() => savedChats.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token in the link: reading the table does not give access. */
  tokenHash: text('token_hash').notNull().unique(),
  /** The token, encrypted, so that the owner can see the link again. Null for links of earlier versions. */
  sealedToken: text('sealed_token'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** The specification's crawled_pages of a chat, one row each; selected_pages are those with `selected`. */
export const chatPages = pgTable(
  'chat_pages',
  {
    chatId: uuid('chat_id')
      .notNull()
      .references(() => savedChats.id, { onDelete: 'cascade' }),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    selected: boolean('selected').notNull().default(false),
    position: bigserial('position', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.pageId] }), index('chat_pages_page').on(table.pageId)],
)

/** The specification's chat_history, one row per message, ordered by `position`. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    chatId: uuid('chat_id')
      .notNull()
      .references(() => savedChats.id, { onDelete: 'cascade' }),
    position: bigserial('position', { mode: 'number' }).notNull(),
    role: text('role').$type<Role>().notNull(),
    content: text('content').notNull(),
    stopped: boolean('stopped').notNull().default(false),
    truncated: boolean('truncated').notNull().default(false),
    /** What the answer states without a citation; null in rows that are older than the column. */
    uncited: jsonb('uncited').$type<Uncited[]>(),
    engine: text('engine'),
    /** What an answer was based on. */
    used: jsonb('used').$type<Used>(),
    /** Unread addresses that may have the answer. */
    offers: jsonb('offers').$type<Offer[]>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('chat_messages_chat').on(table.chatId, table.position)],
)

/** Messages about a crawl that is not saved as a chat, ordered by `place`; they belong to the crawl's owner. */
export const unsavedMessages = pgTable(
  'unsaved_messages',
  {
    crawlId: uuid('crawl_id')
      .notNull()
      .references(() => crawls.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    message: jsonb('message').$type<ChatMessage>().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.crawlId, table.position] })],
)

/** The citations of a message. Address, title and sentence stay as they were when the page changes or is deleted. */
export const chatCitations = pgTable(
  'chat_citations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => chatMessages.id, { onDelete: 'cascade' }),
    marker: integer('marker').notNull(),
    pageId: uuid('page_id').references(() => pages.id, { onDelete: 'set null' }),
    passageId: uuid('passage_id'),
    url: text('url').notNull(),
    title: text('title').notNull(),
    sentence: text('sentence').notNull(),
    /** Null in rows that are older than the column: `verified` says then whether the sentence was found. */
    state: text('state').$type<ClaimState>(),
    verified: boolean('verified'),
    claim: text('claim').notNull().default(''),
    differences: jsonb('differences').$type<Difference[]>(),
    /** A source of the answer, or the nearest passage when the pages have no answer. */
    kind: text('kind').$type<'source' | 'nearest'>().notNull().default('source'),
    /** What a check found missing from the site, and when. */
    gone: text('gone').$type<'sentence' | 'page'>(),
    goneSince: timestamptz('gone_since'),
  },
  (table) => [
    index('chat_citations_message').on(table.messageId, table.marker),
    // A cited page is not deleted.
    index('chat_citations_page').on(table.pageId),
  ],
)

/**
 * The search index over all messages, and over the pages of chats, with words that begin with a key of their owner.
 * Triggers fill the one and add a row to the other, whose words chat/index-page-words.ts sets; pages without a chat are
 * not indexed.
 */
export const messageWords = pgTable(
  'message_words',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => chatMessages.id, { onDelete: 'cascade' }),
    words: tsvector('words').notNull(),
  },
  (table) => [index('message_words_words').using('gin', table.words)],
)

export const pageWords = pgTable(
  'page_words',
  {
    pageId: uuid('page_id')
      .primaryKey()
      .references(() => pages.id, { onDelete: 'cascade' }),
    /** Null until indexed (chat/index-page-words.ts). */
    words: tsvector('words'),
  },
  (table) => [
    index('page_words_words').using('gin', table.words),
    index('page_words_waiting')
      .on(table.pageId)
      .where(sql`${table.words} is null`),
  ],
)
