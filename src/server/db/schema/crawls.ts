/** A crawl, its frontier (every address found, each with its state), the pages it stored and their passages. */
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { plainSettings } from '#shared/crawl-settings.ts'
import type { Branch, ReaderName, ShownCrawlSettings } from '#shared/crawl-settings.ts'
import type { CrawlStatus, SkipReason } from '#shared/crawls.ts'
import type { ErrorCode, ErrorValues } from '#shared/errors.ts'
import { users } from './accounts.ts'
import { moment } from './moment.ts'

/** Numbers of four bytes, little-endian. */
const floats = customType<{ data: Float32Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  // Copied, since what a driver hands over need not begin where four bytes may be read as a number.
  fromDriver: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
})

export const crawls = pgTable(
  'crawls',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The chat that the pages join, when the crawl was started there. Migration 0004 ties it to saved_chats. */
    chatId: uuid('chat_id'),
    /** Custom crawler settings as they may be shown again, and the parts of the site the crawl is limited to. */
    settings: jsonb('settings').$type<ShownCrawlSettings>().notNull().default(plainSettings),
    branches: jsonb('branches').$type<Branch[]>().notNull().default([]),
    /** The headers for the site, sealed; null when there are none. */
    sealedHeaders: text('sealed_headers'),
    /** True until sitemaps and llms.txt were read into the frontier, for a crawl that asks for it. */
    seedsPending: boolean('seeds_pending').notNull().default(false),
    mailAtEnd: boolean('mail_at_end').notNull().default(false),
    /** The start address as asked for, with a scheme. */
    url: text('url').notNull(),
    /** Scheme, host and port that links must be on. */
    protocol: text('protocol').$type<'http:' | 'https:'>().notNull(),
    host: text('host').notNull(),
    /** Path that links must lie under, by whole segments; "" for the whole site. */
    pathPrefix: text('path_prefix').notNull(),
    maxPages: integer('max_pages').notNull(),
    maxDepth: integer('max_depth').notNull(),
    status: text('status').$type<CrawlStatus>().notNull().default('queued'),
    error: jsonb('error').$type<{ code: ErrorCode; values: ErrorValues }>(),
    stopRequested: boolean('stop_requested').notNull().default(false),
    pagesFound: integer('pages_found').notNull().default(0),
    pagesCrawled: integer('pages_crawled').notNull().default(0),
    currentUrl: text('current_url').notNull().default(''),
    currentDepth: integer('current_depth').notNull().default(0),
    waiting: text('waiting').notNull().default(''),
    /** When the next page may be taken; null once the crawl has ended. */
    nextStepAt: moment('next_step_at'),
    /** The process that is at it, and until when it is believed to be. */
    leasedBy: text('leased_by'),
    leasedUntil: moment('leased_until'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('crawls_user').on(table.userId, table.createdAt),
    // Everybody's, by day.
    index('crawls_created_at').on(table.createdAt),
    // Who is at which host now: one page at a time of each.
    index('crawls_host_taken').on(table.host).where(sql`${table.leasedBy} is not null`),
    index('crawls_due').on(table.nextStepAt).where(sql`${table.nextStepAt} is not null`),
  ],
)

/** A host and port that is being read outside of a crawl (a preview), until when at most. */
export const hostTurns = pgTable('host_turns', {
  host: text('host').primaryKey(),
  heldBy: text('held_by').notNull(),
  heldUntil: moment('held_until').notNull(),
})

/** Every address a crawl has found: waiting for its turn, stored as a page, or skipped with its reason. */
export const frontier = pgTable(
  'frontier',
  {
    /** Order of discovery. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    crawlId: uuid('crawl_id')
      .notNull()
      .references(() => crawls.id, { onDelete: 'cascade' }),
    /** The page's identity: no trailing slash, query or fragment. */
    url: text('url').notNull(),
    /** The address to ask for, as it was linked. */
    fetchUrl: text('fetch_url').notNull(),
    depth: smallint('depth').notNull(),
    state: text('state').$type<'waiting' | 'stored' | 'skipped'>().notNull().default('waiting'),
    reason: text('reason').$type<SkipReason>(),
    detail: text('detail').notNull().default(''),
    attempts: smallint('attempts').notNull().default(0),
    /** The identity of a stored page that names this address as its canonical one; null when none does. */
    canonicalOf: text('canonical_of'),
    /** A page that waits for its retry is not taken before this time. */
    dueAt: moment('due_at'),
  },
  (table) => [
    uniqueIndex('frontier_crawl_url').on(table.crawlId, table.url),
    index('frontier_next').on(table.crawlId, table.depth, table.id).where(sql`${table.state} = 'waiting'`),
    index('frontier_skipped').on(table.crawlId, table.id).where(sql`${table.state} = 'skipped'`),
  ],
)

export const pages = pgTable(
  'pages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The crawl that read the page; null once that crawl was deleted and a chat keeps the page. */
    crawlId: uuid('crawl_id'),
    url: text('url').notNull(),
    finalUrl: text('final_url').notNull(),
    title: text('title').notNull(),
    /** Cleaned text as Markdown. Offsets of passages and citations count its UTF-16 code units. */
    content: text('content').notNull(),
    contentHash: text('content_hash').notNull(),
    /** BCP 47 tag of the page, '' when unknown. */
    language: text('language').notNull().default(''),
    depth: smallint('depth').notNull(),
    summary: text('summary').notNull().default(''),
    mainPoints: jsonb('main_points').$type<string[]>().notNull().default([]),
    topics: jsonb('topics').$type<string[]>().notNull().default([]),
    analysis: text('analysis').$type<'pending' | 'done' | 'failed'>().notNull().default('pending'),
    /** The engine that analysed the page. */
    analysedBy: text('analysed_by'),
    selected: boolean('selected').notNull().default(false),
    /** The contentHash for which "Process selected pages" ran; equal to contentHash when nothing is left to do. */
    processedHash: text('processed_hash'),
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** Which reader got it. */
    readBy: text('read_by').$type<Exclude<ReaderName, 'auto'>>().notNull().default('http'),
    fetchedAt: moment('fetched_at').notNull().defaultNow(),
    /** When somebody last looked whether it has changed. */
    checkedAt: moment('checked_at'),
    /** Since when the site does not have the page any more; this is its last text then. */
    goneAt: moment('gone_at'),
    /** The first version of a page that was read anew for a chat; null for a page as a crawl read it. */
    versionOf: uuid('version_of'),
    /** When a newer version took its place in a chat. Whatever cites this one still finds it. */
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    uniqueIndex('pages_crawl_url').on(table.crawlId, table.url),
    // The same text twice in one crawl is one page.
    index('pages_crawl_hash').on(table.crawlId, table.contentHash),
    index('pages_user').on(table.userId),
    index('pages_analysis_pending').on(table.crawlId).where(sql`${table.analysis} = 'pending'`),
    index('pages_version_of').on(table.versionOf).where(sql`${table.versionOf} is not null`),
    foreignKey({ columns: [table.crawlId], foreignColumns: [crawls.id], name: 'pages_crawl' }).onDelete('set null'),
    foreignKey({ columns: [table.versionOf], foreignColumns: [table.id], name: 'pages_first_version' }).onDelete('set null'),
  ],
)

/** A piece of a page of about 1,000 characters: `content.slice(startOffset, endOffset)`. */
export const passages = pgTable(
  'passages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** The headings above the passage, outermost first. */
    headingPath: jsonb('heading_path').$type<string[]>().notNull().default([]),
    startOffset: integer('start_offset').notNull(),
    endOffset: integer('end_offset').notNull(),
  },
  (table) => [uniqueIndex('passages_page_position').on(table.pageId, table.position)],
)

/** What an embedding model makes of a passage: one vector of length 1, by the model that is set up now. */
export const passageVectors = pgTable(
  'passage_vectors',
  {
    passageId: uuid('passage_id')
      .primaryKey()
      .references(() => passages.id, { onDelete: 'cascade' }),
    model: text('model').notNull(),
    /** SHA-256 of the text that was sent, so that the same text is paid for once. */
    textHash: text('text_hash').notNull(),
    vector: floats('vector').notNull(),
  },
  (table) => [index('passage_vectors_text').on(table.textHash)],
)
