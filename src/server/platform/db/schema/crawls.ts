/** Crawls, their frontier (every address found, each with its state), pages and passages. */
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
import { plainSettings } from '#shared/crawl/crawl-settings.ts'
import type { Branch, ReaderName, ShownCrawlSettings } from '#shared/crawl/crawl-settings.ts'
import type { CrawlStatus, CrawlWait, SkipReason } from '#shared/crawl/crawls.ts'
import type { ErrorCode, Message, MessageValues } from '#shared/errors.ts'
import { users } from './accounts.ts'
import { timestamptz } from './timestamptz.ts'

/** 32-bit floats, little-endian. */
const floats = customType<{ data: Float32Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  // Copied, because the driver's buffer may not be aligned to four bytes.
  fromDriver: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
})

export const crawls = pgTable(
  'crawls',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The chat that pages are added to, if any. The foreign key is in migration 0001_functions. */
    chatId: uuid('chat_id'),
    /** Custom crawler settings without the headers, and the parts of the site that the crawl is limited to. */
    settings: jsonb('settings').$type<ShownCrawlSettings>().notNull().default(plainSettings),
    branches: jsonb('branches').$type<Branch[]>().notNull().default([]),
    /** The extra headers, sealed; null when there are none. */
    sealedHeaders: text('sealed_headers'),
    /** True until the sitemaps and llms.txt have been added to the frontier, if the crawl uses them. */
    seedsPending: boolean('seeds_pending').notNull().default(false),
    mailAtEnd: boolean('mail_at_end').notNull().default(false),
    /** The start address, with a scheme. */
    url: text('url').notNull(),
    /** Where the start page redirected, when that moved the crawl to another host or path. */
    movedTo: text('moved_to'),
    /** The Idempotency-Key of the request that started the crawl. */
    idempotencyKey: text('idempotency_key'),
    /** The scheme, and the host with port, of all pages of the crawl. */
    protocol: text('protocol').$type<'http:' | 'https:'>().notNull(),
    host: text('host').notNull(),
    /** The path prefix of all pages, in whole segments; '' for the whole site. */
    pathPrefix: text('path_prefix').notNull(),
    maxPages: integer('max_pages').notNull(),
    maxDepth: integer('max_depth').notNull(),
    status: text('status').$type<CrawlStatus>().notNull().default('queued'),
    error: jsonb('error').$type<{ code: ErrorCode; values: MessageValues }>(),
    stopRequested: boolean('stop_requested').notNull().default(false),
    pagesFound: integer('pages_found').notNull().default(0),
    pagesCrawled: integer('pages_crawled').notNull().default(0),
    /** Requests sent since the crawl was started or continued, and addresses in the frontier: both are limited. */
    requestCount: integer('request_count').notNull().default(0),
    addressCount: integer('address_count').notNull().default(0),
    currentUrl: text('current_url').notNull().default(''),
    currentDepth: integer('current_depth').notNull().default(0),
    waiting: jsonb('waiting').$type<CrawlWait>(),
    /** When the next step is due; null once the crawl has ended. */
    nextStepAt: timestamptz('next_step_at'),
    /** The process that holds the lease, and when the lease expires. */
    leasedBy: text('leased_by'),
    leasedUntil: timestamptz('leased_until'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    startedAt: timestamptz('started_at'),
    finishedAt: timestamptz('finished_at'),
    /** When its pages were last asked or searched, to the day. */
    usedAt: timestamptz('used_at').notNull().defaultNow(),
    /** When it will be deleted, because no chat uses its pages; null until that is announced (crawl/retention.ts). */
    expiresAt: timestamptz('expires_at'),
  },
  (table) => [
    index('crawls_user').on(table.userId, table.createdAt),
    uniqueIndex('crawls_idempotency_key').on(table.userId, table.idempotencyKey),
    // Counts by day, over all users.
    index('crawls_created_at').on(table.createdAt),
    // Which hosts are leased: one request at a time per host.
    index('crawls_host_taken')
      .on(table.host)
      .where(sql`${table.leasedBy} is not null`),
    index('crawls_due')
      .on(table.nextStepAt)
      .where(sql`${table.nextStepAt} is not null`),
    index('crawls_expiring')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
)

/** Locks of hosts (with port) held outside of crawls, by previews and checks; see crawl/schedule/host-lock.ts. */
export const hostLocks = pgTable('host_locks', {
  host: text('host').primaryKey(),
  heldBy: text('held_by').notNull(),
  heldUntil: timestamptz('held_until').notNull(),
})

/** Every address a crawl has found: waiting, stored as a page, or skipped with a reason. */
export const frontier = pgTable(
  'frontier',
  {
    /** Ascending in the order in which addresses were found. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    crawlId: uuid('crawl_id')
      .notNull()
      .references(() => crawls.id, { onDelete: 'cascade' }),
    /** The page's identity: no trailing slash, query or fragment. */
    url: text('url').notNull(),
    /** The address to fetch, as it was linked. */
    fetchUrl: text('fetch_url').notNull(),
    depth: smallint('depth').notNull(),
    state: text('state').$type<'waiting' | 'stored' | 'skipped'>().notNull().default('waiting'),
    reason: text('reason').$type<SkipReason>(),
    detail: text('detail').notNull().default(''),
    /** Code and values of `detail`, for translation; null when it is plain text such as a status or an address. */
    detailMessage: jsonb('detail_message').$type<Message>(),
    attempts: smallint('attempts').notNull().default(0),
    /** The identity of a stored page that names this address as its canonical one. */
    canonicalOf: text('canonical_of'),
    /** When a page that is waiting for its retry is due. */
    dueAt: timestamptz('due_at'),
  },
  (table) => [
    uniqueIndex('frontier_crawl_url').on(table.crawlId, table.url),
    index('frontier_next')
      .on(table.crawlId, table.depth, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('frontier_skipped')
      .on(table.crawlId, table.id)
      .where(sql`${table.state} = 'skipped'`),
  ],
)

export const pages = pgTable(
  'pages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null when the crawl was deleted and a chat still uses the page, and for later versions of a page. */
    crawlId: uuid('crawl_id'),
    url: text('url').notNull(),
    finalUrl: text('final_url').notNull(),
    title: text('title').notNull(),
    /** Identities of the addresses of the crawl that it links to, one a line; null for a later version of a page. */
    links: text('links'),
    /** Markdown. Offsets of passages and citations count UTF-16 code units. */
    content: text('content').notNull(),
    contentHash: text('content_hash').notNull(),
    /** BCP 47 tag; '' when unknown. */
    language: text('language').notNull().default(''),
    depth: smallint('depth').notNull(),
    summary: text('summary').notNull().default(''),
    mainPoints: jsonb('main_points').$type<string[]>().notNull().default([]),
    topics: jsonb('topics').$type<string[]>().notNull().default([]),
    analysis: text('analysis').$type<'pending' | 'done' | 'failed'>().notNull().default('pending'),
    /** The engine that analyzed the page. */
    analyzedBy: text('analysed_by'),
    selected: boolean('selected').notNull().default(false),
    /** The contentHash that "Process selected pages" has processed; equal to contentHash when nothing is left to do. */
    processedHash: text('processed_hash'),
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** Whether the main text was probably cut badly (read-html.ts). */
    uncertain: boolean('uncertain').notNull().default(false),
    /** The reader that fetched the page. */
    readBy: text('read_by').$type<Exclude<ReaderName, 'auto'>>().notNull().default('http'),
    fetchedAt: timestamptz('fetched_at').notNull().defaultNow(),
    /** When the page was last checked for changes. */
    checkedAt: timestamptz('checked_at'),
    /** When a check found that the site no longer has the page; the content is its last version. */
    goneAt: timestamptz('gone_at'),
    /** The first version, for a version that a check found; null for the page of a crawl. */
    versionOf: uuid('version_of'),
    /** When a newer version replaced it in a chat. Citations keep pointing to this one. */
    replacedAt: timestamptz('replaced_at'),
  },
  (table) => [
    uniqueIndex('pages_crawl_url').on(table.crawlId, table.url, table.userId),
    // Finds the same text in one crawl.
    index('pages_crawl_hash').on(table.crawlId, table.contentHash),
    index('pages_user').on(table.userId),
    index('pages_analysis_pending')
      .on(table.crawlId)
      .where(sql`${table.analysis} = 'pending'`),
    index('pages_version_of')
      .on(table.versionOf)
      .where(sql`${table.versionOf} is not null`),
    foreignKey({ columns: [table.crawlId], foreignColumns: [crawls.id], name: 'pages_crawl' }).onDelete('set null'),
    foreignKey({ columns: [table.versionOf], foreignColumns: [table.id], name: 'pages_first_version' }).onDelete(
      'set null',
    ),
  ],
)

/**
 * A section of a page of about 1,000 characters: `content.slice(startOffset, endOffset)`. Only pages with vectors have
 * rows; others are split when they are searched (retrieval/split-passages.ts).
 */
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

/** The embedding of a passage by the configured model: a vector of length 1. */
export const passageVectors = pgTable(
  'passage_vectors',
  {
    passageId: uuid('passage_id')
      .primaryKey()
      .references(() => passages.id, { onDelete: 'cascade' }),
    model: text('model').notNull(),
    /** SHA-256 of the embedded text, so that the same text is embedded once. */
    textHash: text('text_hash').notNull(),
    vector: floats('vector').notNull(),
  },
  (table) => [index('passage_vectors_text').on(table.textHash)],
)
