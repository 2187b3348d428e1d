/** The pages an answer may use, with their passages and vectors. The owner is in the WHERE clause of every query. */
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, getTableColumns, isNotNull, lt, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { type ChatOf, ownChat } from '#server/platform/db/ownership.ts'
import { chatPages, crawls, pages, passages, passageVectors, savedChats } from '#server/platform/db/schema/index.ts'
import type { SourcePage } from '#server/engines/engine.ts'
import type { Embedder } from '#server/engines/language-model/embedder.ts'
import type { Reranker } from '#server/engines/language-model/reranker.ts'
import type { IndexablePassage } from '#server/retrieval/build-passage-index.ts'
import type { Rerank } from '#server/retrieval/fusion/fuse-with-reranker.ts'
import { passageId, splitPassages } from '#server/retrieval/split-passages.ts'
import type { StoredVector } from '#server/retrieval/vector-index.ts'
import type { VectorQuery } from '#server/retrieval/selection-vectors.ts'

export type Selection = {
  /** The owner, and a hash of the page ids and their content: equal keys mean equal passages. */
  key: string
  pageIds: string[]
  crawlIds: string[]
  /** False until one of the pages is processed. */
  hasProcessed: boolean
}

/** The given pages that belong to this user; unknown ids are left out. */
export async function resolveSelection(db: Db, userId: string, pageIds: string[]): Promise<Selection> {
  if (pageIds.length === 0) return EMPTY
  const [row] = await db.select(SELECTION_COLUMNS).from(pages).where(isOwnPage(userId, pageIds))
  return row ? toSelection(userId, row) : EMPTY
}

/** These crawls are in use and do not expire (crawl/retention.ts). Writes at most once a day for each crawl. */
export async function recordCrawlUse(db: Db, userId: string, crawlIds: readonly string[]) {
  if (crawlIds.length === 0) return
  await db
    .update(crawls)
    .set({ usedAt: sql`now()`, expiresAt: null })
    .where(
      and(
        eq(crawls.userId, userId),
        isAnyOf(crawls.id, crawlIds),
        or(isNotNull(crawls.expiresAt), lt(crawls.usedAt, sql`now() - interval '1 day'`)),
      ),
    )
}

/** The selected pages of a saved chat. Throws AppError 'chat.not-found'. */
export async function resolveChatSelection(db: Db, chat: ChatOf): Promise<Selection> {
  const [row] = await db
    .select(SELECTION_COLUMNS)
    .from(savedChats)
    .leftJoin(chatPages, and(eq(chatPages.chatId, savedChats.id), eq(chatPages.selected, true)))
    .leftJoin(pages, and(eq(pages.id, chatPages.pageId), eq(pages.userId, chat.userId)))
    .where(ownChat(chat))
    .groupBy(savedChats.id)
  if (!row) throw new AppError('chat.not-found')
  return toSelection(chat.userId, row)
}

const EMPTY: Selection = { key: '', pageIds: [], crawlIds: [], hasProcessed: false }

/** One row for any number of pages: reading a thousand rows takes longer than answering. */
const SELECTION_COLUMNS = {
  // The sum does not depend on the order. It takes a tenth of the time of SHA-256 over all rows, embedded.
  hash: sql<string | null>`sum(hashtextextended(${pages.contentHash}, uuid_hash_extended(${pages.id}, 0)))::text`,
  pageIds: sql<string[] | null>`json_agg(${pages.id} order by ${pages.id}) filter (where ${pages.id} is not null)`,
  crawlIds: sql<string[] | null>`json_agg(distinct ${pages.crawlId}) filter (where ${pages.crawlId} is not null)`,
  hasProcessed: sql<boolean>`coalesce(bool_or(${pages.processedHash} = ${pages.contentHash}), false)`,
}

type SelectionRow = {
  hash: string | null
  pageIds: string[] | null
  crawlIds: string[] | null
  hasProcessed: boolean
}

/** With the owner in the key, indexes cannot be shared between users even if two hashes are equal. */
const toSelection = (userId: string, { hash, pageIds, crawlIds, hasProcessed }: SelectionRow): Selection =>
  pageIds ? { key: `${userId} ${hash}`, pageIds, crawlIds: crawlIds ?? [], hasProcessed } : EMPTY

/** `language` is what the page declares: a BCP 47 tag or ''. */
export type StoredSourcePage = SourcePage & { language: string }

/** The selected pages without their text, in the order of the selection. */
export async function loadSourcePages(db: Db, userId: string, selection: Selection): Promise<StoredSourcePage[]> {
  const rows = await db
    .select({
      id: pages.id,
      url: pages.url,
      title: pages.title,
      summary: pages.summary,
      mainPoints: pages.mainPoints,
      language: pages.language,
      // Unlike the number of characters, PostgreSQL knows it without reading the text.
      bytes: sql<number>`octet_length(${pages.content})`.mapWith(Number),
    })
    .from(pages)
    .where(isOwnPage(userId, selection.pageIds))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return selection.pageIds.flatMap((id) => byId.get(id) ?? [])
}

/** The full texts of pages, by page id. */
export async function loadPageTexts(db: Db, userId: string, pageIds: string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ id: pages.id, content: pages.content }).from(pages).where(isOwnPage(userId, pageIds))
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** Pages loaded in one statement: about a megabyte of text, or six of vectors with 1,536 numbers each. */
const PAGES_PER_LOAD = 50

/** Calls `onLoaded` after each batch with the number of pages in it. */
export async function loadPassages(
  db: Db,
  userId: string,
  { pageIds }: Pick<Selection, 'pageIds'>,
  onLoaded?: (pages: number) => Promise<void>,
): Promise<IndexablePassage[]> {
  const loaded: IndexablePassage[] = []
  for (const ids of inBatches(pageIds, PAGES_PER_LOAD)) {
    loaded.push(...(await passagesOf(db, userId, ids)))
    await onLoaded?.(ids.length)
  }
  return loaded
}

/** Pages split between two turns of the event loop: a few milliseconds. */
const PAGES_PER_SLICE = 10

/** Pages with vectors have stored passages; the others are split here. */
async function passagesOf(db: Db, userId: string, pageIds: string[]): Promise<IndexablePassage[]> {
  const [ownPages, stored] = await Promise.all([
    db
      .select({ id: pages.id, url: pages.url, title: pages.title, content: pages.content, language: pages.language })
      .from(pages)
      .where(isOwnPage(userId, pageIds))
      .orderBy(asc(pages.id)),
    db
      .select(getTableColumns(passages))
      .from(passages)
      .innerJoin(pages, eq(pages.id, passages.pageId))
      .where(isOwnPage(userId, pageIds))
      .orderBy(sql`${passages.pageId}, ${passages.position}`),
  ])
  const storedByPage = Map.groupBy(stored, ({ pageId }) => pageId)
  const indexable: IndexablePassage[] = []
  for (const [n, page] of ownPages.entries()) {
    if (n % PAGES_PER_SLICE === 0) await setImmediate()
    const ofPage = storedByPage.get(page.id) ?? splitWithIds(page)
    for (const { id, headingPath, startOffset, endOffset } of ofPage) {
      indexable.push({
        id,
        pageId: page.id,
        pageUrl: page.url,
        pageTitle: page.title,
        language: page.language,
        headingPath,
        text: page.content.slice(startOffset, endOffset),
        startOffset,
      })
    }
  }
  return indexable
}

function splitWithIds({ id: pageId, content }: { id: string; content: string }) {
  return splitPassages(content).map((span) => ({ ...span, id: passageId(pageId, span) }))
}

/** An answer does not wait longer than this for the question's vector. */
const QUESTION_VECTOR_TIMEOUT_MS = 2_000

/** What ranking by vectors needs. Undefined without an embedding model: only words rank the passages then. */
export function createVectorQuery(
  { db, embedder }: { db: Db; embedder: Embedder | null },
  userId: string,
  question: string,
): VectorQuery | undefined {
  if (!embedder) return undefined
  const { model } = embedder
  return {
    model,
    question: embedder.embedQuestion(question, QUESTION_VECTOR_TIMEOUT_MS),
    async load(pageIds) {
      const loaded: StoredVector[] = []
      for (const ids of inBatches(pageIds, PAGES_PER_LOAD)) {
        loaded.push(...(await vectorsOf(db, userId, model, ids)))
      }
      return loaded
    },
  }
}

/** An answer does not wait longer than this for the reranking. */
const RERANK_TIMEOUT_MS = 3_000

/** Undefined without a reranking model. */
export function createRerank(reranker: Reranker | null): Rerank | undefined {
  return reranker ? (question, texts) => reranker.tryScore(question, texts, RERANK_TIMEOUT_MS) : undefined
}

async function vectorsOf(db: Db, userId: string, model: string, pageIds: string[]): Promise<StoredVector[]> {
  return db
    .select({ passageId: passageVectors.passageId, vector: passageVectors.vector })
    .from(passageVectors)
    .innerJoin(passages, eq(passages.id, passageVectors.passageId))
    .innerJoin(pages, eq(pages.id, passages.pageId))
    .where(and(isOwnPage(userId, pageIds), eq(passageVectors.model, model)))
}

const isOwnPage = (userId: string, pageIds: string[]) => and(eq(pages.userId, userId), isAnyOf(pages.id, pageIds))
