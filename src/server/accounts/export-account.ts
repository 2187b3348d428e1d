/**
 * Exports all data of an account as one JSON document, generated in pieces so that memory stays bounded. Leaves out
 * secrets, hashed and sealed ones too: passwords, sessions, codes, keys, tokens of links, and headers of crawls.
 */
import { and, asc, eq, getTableColumns, gt, isNull } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import { listPrograms } from './oauth/programs.ts'
import {
  apiKeys,
  changeOutlets,
  changeReports,
  conflicts,
  conflictSearches,
  crawls,
  creditLedger,
  dailyUsage,
  frontier,
  gapStates,
  goldenQuestions,
  goldenRuns,
  notebooks,
  openQuestions,
  pages,
  publications,
  savedChats,
  storedFiles,
  unsavedMessages,
  subscriptions,
  userCredits,
  users,
  userSettings,
  visitorQuestions,
  webhookDeliveries,
} from '#server/platform/db/schema/index.ts'
import { loadChatParts } from './load-chat-parts.ts'
import { listSignInMethods } from './sign-in-methods.ts'

/** Rows loaded at a time. A page may have a megabyte of text. */
const PAGE_BATCH_SIZE = 10
const ROW_BATCH_SIZE = 500

export async function* exportAccount(db: Db, userId: string, now = new Date()): AsyncGenerator<string> {
  const account = await loadAccount(db, userId)
  yield `{"exported_at":${JSON.stringify(now)},"account":${JSON.stringify(account)}`
  yield* list('ledger', exportLedger(db, userId))
  yield* list('crawls', exportCrawls(db, userId))
  yield* list('open_questions', exportRows(db, userId, openQuestions))
  yield* list('gap_states', exportOwned(db, userId, gapStates))
  yield* list('publications', exportRows(db, userId, publications))
  yield* list('visitor_questions', exportRows(db, userId, visitorQuestions))
  yield* list('addresses', exportAddresses(db, userId))
  yield* list('pages', exportRows(db, userId, pages, PAGE_BATCH_SIZE))
  yield* list('notebooks', exportRows(db, userId, notebooks))
  yield* list('conflicts', exportRows(db, userId, conflicts))
  yield* list('conflict_searches', exportConflictSearches(db, userId))
  yield* list('golden_questions', exportRows(db, userId, goldenQuestions))
  yield* list('golden_runs', exportRows(db, userId, goldenRuns))
  yield* list('change_reports', exportRows(db, userId, changeReports))
  yield* list('change_outlets', exportOutlets(db, userId))
  yield* list('webhook_deliveries', exportOwned(db, userId, webhookDeliveries))
  yield* list('api_keys', exportKeys(db, userId))
  yield* list('programs', exportPrograms(db, userId))
  yield* list('stored_files', exportRows(db, userId, storedFiles))
  yield* list('unsaved_messages', exportUnsavedMessages(db, userId))
  yield* list('chats', exportChats(db, userId))
  yield '}\n'
}

/** The cursor of the first page: it sorts before every id. */
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

async function loadAccount(db: Db, userId: string) {
  const [found] = await db
    .select({ user: users, settings: userSettings, credits: userCredits.creditsCount, subscription: subscriptions })
    .from(users)
    .leftJoin(userSettings, eq(userSettings.userId, users.id))
    .leftJoin(userCredits, eq(userCredits.userId, users.id))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId))
  const days = await db.select().from(dailyUsage).where(eq(dailyUsage.userId, userId)).orderBy(asc(dailyUsage.date))
  return {
    ...found?.user,
    tier: found?.settings?.tier,
    credits_count: found?.credits,
    subscription: found?.subscription ?? null,
    ...(await listSignInMethods(db, userId)),
    days_active: days,
  }
}

function exportLedger(db: Db, userId: string) {
  return loadInPages(0, ROW_BATCH_SIZE, (after, limit) =>
    db
      .select()
      .from(creditLedger)
      .where(and(eq(creditLedger.userId, userId), gt(creditLedger.id, after)))
      .orderBy(asc(creditLedger.id))
      .limit(limit),
  )
}

type TableWithIds = PgTable & { id: PgColumn; userId: PgColumn }

/** The user's rows of a table whose ids are UUIDs. */
function exportRows(db: Db, userId: string, table: TableWithIds, batchSize = ROW_BATCH_SIZE) {
  return loadInPages(FIRST_UUID, batchSize, async (after, limit) => {
    const rows: object[] = await db
      .select()
      .from<PgTable>(table)
      .where(and(eq(table.userId, userId), gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(limit)
    return z.array(z.looseObject({ id: z.string() })).parse(rows)
  })
}

/** The user's rows of a small table without ids. */
async function* exportOwned(db: Db, userId: string, table: typeof gapStates | typeof webhookDeliveries) {
  yield* await db.select().from<PgTable>(table).where(eq(table.userId, userId))
}

/** Without the sealed headers, and without what only the server uses. */
function exportCrawls(db: Db, userId: string) {
  const { sealedHeaders: _headers, idempotencyKey: _key, leasedBy: _by, ...columns } = getTableColumns(crawls)
  return loadInPages(FIRST_UUID, ROW_BATCH_SIZE, (after, limit) =>
    db
      .select(columns)
      .from(crawls)
      .where(and(eq(crawls.userId, userId), gt(crawls.id, after)))
      .orderBy(asc(crawls.id))
      .limit(limit),
  )
}

function exportAddresses(db: Db, userId: string) {
  return loadInPages(0, ROW_BATCH_SIZE, (after, limit) =>
    db
      .select(getTableColumns(frontier))
      .from(frontier)
      .innerJoin(crawls, eq(crawls.id, frontier.crawlId))
      .where(and(eq(crawls.userId, userId), gt(frontier.id, after)))
      .orderBy(asc(frontier.id))
      .limit(limit),
  )
}

async function* exportConflictSearches(db: Db, userId: string) {
  yield* await db
    .select(getTableColumns(conflictSearches))
    .from(conflictSearches)
    .innerJoin(notebooks, eq(notebooks.id, conflictSearches.notebookId))
    .where(eq(notebooks.userId, userId))
}

/** Without the secrets of the feed and the webhook. */
async function* exportOutlets(db: Db, userId: string) {
  const { notebookId, mails, feedCreatedAt, webhookUrl } = getTableColumns(changeOutlets)
  yield* await db
    .select({ notebookId, mails, feedCreatedAt, webhookUrl })
    .from(changeOutlets)
    .where(eq(changeOutlets.userId, userId))
}

/** Without the hashes of the keys. */
function exportKeys(db: Db, userId: string) {
  const { hash: _hash, userId: _userId, ...keyColumns } = getTableColumns(apiKeys)
  return loadInPages(FIRST_UUID, ROW_BATCH_SIZE, (after, limit) =>
    db
      .select(keyColumns)
      .from(apiKeys)
      .where(and(eq(apiKeys.userId, userId), gt(apiKeys.id, after)))
      .orderBy(asc(apiKeys.id))
      .limit(limit),
  )
}

async function* exportPrograms(db: Db, userId: string) {
  yield* await listPrograms(db, userId)
}

/** Messages about crawls that are not saved as a chat, crawl by crawl. */
async function* exportUnsavedMessages(db: Db, userId: string) {
  const own = loadInPages(FIRST_UUID, ROW_BATCH_SIZE, (after, limit) =>
    db
      .selectDistinct({ id: crawls.id })
      .from(crawls)
      .innerJoin(unsavedMessages, eq(unsavedMessages.crawlId, crawls.id))
      .where(and(eq(crawls.userId, userId), gt(crawls.id, after)))
      .orderBy(asc(crawls.id))
      .limit(limit),
  )
  for await (const { id } of own) {
    yield* await db
      .select()
      .from(unsavedMessages)
      .where(eq(unsavedMessages.crawlId, id))
      .orderBy(asc(unsavedMessages.position))
  }
}

async function* exportChats(db: Db, userId: string) {
  const own = loadInPages(FIRST_UUID, ROW_BATCH_SIZE, (after, limit) =>
    db
      .select()
      .from(savedChats)
      .where(and(eq(savedChats.userId, userId), gt(savedChats.id, after), isNull(savedChats.deletedAt)))
      .orderBy(asc(savedChats.id))
      .limit(limit),
  )
  for await (const chat of own) yield { ...chat, ...(await loadChatParts(db, chat.id)) }
}

/** Yields all rows in the order of their ids, loading `limit` at a time. `first` sorts before every id. */
async function* loadInPages<Id, Row extends { id: Id }>(
  first: Id,
  limit: number,
  load: (after: Id, limit: number) => PromiseLike<Row[]>,
) {
  let after = first
  while (true) {
    const rows = await load(after, limit)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

async function* list(name: string, rows: AsyncIterable<object>) {
  yield `,"${name}":[`
  let separator = ''
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ','
  }
  yield ']'
}
