/**
 * Everything that belongs to an account as one JSON document, in pieces: however much it is, the server holds a few
 * rows of it at a time. Secrets (passwords, sessions, codes, and what API keys are known by) are not part of it.
 */
import { and, asc, eq, getTableColumns, gt, inArray, isNull } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import {
  apiKeys,
  chatCitations,
  chatMessages,
  chatPages,
  crawls,
  creditLedger,
  dailyUsage,
  frontier,
  notebooks,
  pages,
  savedChats,
  storedFiles,
  unsavedMessages,
  subscriptions,
  userCredits,
  users,
  userSettings,
} from '#server/db/schema/index.ts'
import { waysIn } from './ways-in.ts'

/** A page may be a megabyte. */
const PAGES_AT_ONCE = 10
const ROWS_AT_ONCE = 500

export async function* exportAccount(db: Db, userId: string, now = new Date()): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(now)},"account":${JSON.stringify(await account(db, userId))}`
  const own = <Table extends { userId: PgColumn }>(table: Table) => eq(table.userId, userId)
  yield* list(
    'ledger',
    inBatches(0, ROWS_AT_ONCE, (after, limit) =>
      db
        .select()
        .from(creditLedger)
        .where(and(own(creditLedger), gt(creditLedger.id, after)))
        .orderBy(asc(creditLedger.id))
        .limit(limit),
    ),
  )
  yield* list(
    'crawls',
    inBatches(FIRST, ROWS_AT_ONCE, (after, limit) =>
      db
        .select()
        .from(crawls)
        .where(and(own(crawls), gt(crawls.id, after)))
        .orderBy(asc(crawls.id))
        .limit(limit),
    ),
  )
  yield* list(
    'addresses',
    inBatches(0, ROWS_AT_ONCE, (after, limit) =>
      db
        .select(getTableColumns(frontier))
        .from(frontier)
        .innerJoin(crawls, eq(crawls.id, frontier.crawlId))
        .where(and(own(crawls), gt(frontier.id, after)))
        .orderBy(asc(frontier.id))
        .limit(limit),
    ),
  )
  yield* list(
    'pages',
    inBatches(FIRST, PAGES_AT_ONCE, (after, limit) =>
      db
        .select()
        .from(pages)
        .where(and(own(pages), gt(pages.id, after)))
        .orderBy(asc(pages.id))
        .limit(limit),
    ),
  )
  yield* list(
    'notebooks',
    inBatches(FIRST, ROWS_AT_ONCE, (after, limit) =>
      db
        .select()
        .from(notebooks)
        .where(and(own(notebooks), gt(notebooks.id, after)))
        .orderBy(asc(notebooks.id))
        .limit(limit),
    ),
  )
  const { hash: _hash, userId: _userId, ...ofKey } = getTableColumns(apiKeys)
  yield* list(
    'api_keys',
    inBatches(FIRST, ROWS_AT_ONCE, (after, limit) =>
      db
        .select(ofKey)
        .from(apiKeys)
        .where(and(own(apiKeys), gt(apiKeys.id, after)))
        .orderBy(asc(apiKeys.id))
        .limit(limit),
    ),
  )
  yield* list(
    'stored_files',
    inBatches(FIRST, ROWS_AT_ONCE, (after, limit) =>
      db
        .select()
        .from(storedFiles)
        .where(and(own(storedFiles), gt(storedFiles.id, after)))
        .orderBy(asc(storedFiles.id))
        .limit(limit),
    ),
  )
  yield* list('unsaved_messages', unsaved(db, userId))
  yield* list('chats', chats(db, userId))
  yield '}\n'
}

/** Below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

async function account(db: Db, userId: string) {
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
    ...(await waysIn(db, userId)),
    days_active: days,
  }
}

/** Questions and answers about crawls that are not saved as a chat, one crawl after the other. */
async function* unsaved(db: Db, userId: string) {
  const own = inBatches(FIRST, ROWS_AT_ONCE, (after, limit) =>
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
      .orderBy(asc(unsavedMessages.place))
  }
}

async function* chats(db: Db, userId: string) {
  const own = inBatches(FIRST, ROWS_AT_ONCE, (after, limit) =>
    db
      .select()
      .from(savedChats)
      .where(and(eq(savedChats.userId, userId), gt(savedChats.id, after), isNull(savedChats.deletedAt)))
      .orderBy(asc(savedChats.id))
      .limit(limit),
  )
  for await (const chat of own) {
    const chosen = await db
      .select()
      .from(chatPages)
      .where(eq(chatPages.chatId, chat.id))
      .orderBy(asc(chatPages.position))
    const messages = await db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.chatId, chat.id))
      .orderBy(asc(chatMessages.position))
    const ids = messages.map(({ id }) => id)
    const citations =
      ids.length === 0
        ? []
        : await db
            .select()
            .from(chatCitations)
            .where(inArray(chatCitations.messageId, ids))
            .orderBy(asc(chatCitations.marker))
    const byMessage = Map.groupBy(citations, ({ messageId }) => messageId)
    yield {
      ...chat,
      pages: chosen.map(({ pageId, selected }) => ({ pageId, selected })),
      messages: messages.map((message) => ({ ...message, citations: byMessage.get(message.id) ?? [] })),
    }
  }
}

/** Every row in the order of its id, `limit` at a time; `first` is below every id. */
async function* inBatches<Id, Row extends { id: Id }>(
  first: Id,
  limit: number,
  ask: (after: Id, limit: number) => PromiseLike<Row[]>,
) {
  let after = first
  while (true) {
    const rows = await ask(after, limit)
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
