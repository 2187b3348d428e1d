import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { FoundPassage, SearchPassages } from '#shared/chat/passages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assertOwnChat, assertOwnCrawl } from '#server/platform/db/ownership.ts'
import { chatPages, pages } from '#server/platform/db/schema/index.ts'
import type { Embedder } from '#server/engines/language-model/embedder.ts'
import type { Reranker } from '#server/engines/language-model/reranker.ts'
import type { PassageFinder } from '#server/retrieval/passage-finder.ts'
import { loadPassages, recordCrawlUse, resolveSelection, createRerank, createVectorQuery } from './selection.ts'

type Services = { db: Db; finder: PassageFinder; embedder: Embedder | null; reranker: Reranker | null }

/**
 * The stored passages of a crawl or a chat that match the query, best first.
 * @throws AppError 'chat.not-found', 'crawl.not-found', or 'request.crawl-or-chat' if the request names neither
 */
export async function searchPassages(
  { db, finder, embedder, reranker }: Services,
  { userId, q: question, limit, ...scope }: SearchPassages & { userId: string },
): Promise<FoundPassage[]> {
  const pageIds = await pageIdsInScope(db, { userId, ...scope })
  // Crawls in use do not expire. A chat keeps its crawls anyway.
  if (scope.crawlId) await recordCrawlUse(db, userId, [scope.crawlId])
  const selection = await resolveSelection(db, userId, pageIds)
  if (selection.pageIds.length === 0) return []
  const found = await finder.find({
    // The index of a selection is cached under its key; the passages are loaded only to build it.
    key: selection.key,
    load: () => loadPassages(db, userId, selection),
    question,
    limit,
    vectorQuery: createVectorQuery({ db, embedder }, userId, question),
    rerank: createRerank(reranker),
    compareMeaning: { isUrgent: true },
  })
  return found.map((passage) => ({
    id: passage.id,
    pageId: passage.pageId,
    url: passage.pageUrl,
    title: passage.pageTitle,
    headings: passage.headingPath,
    text: passage.text,
    score: passage.score,
  }))
}

type Scope = { userId: string; crawlId?: string | undefined; chatId?: string | undefined }

/**
 * The ids of the selected pages of the chat, or without a chat of all pages of the crawl.
 * @throws AppError like `searchPassages`
 */
export async function pageIdsInScope(db: Db, { userId, crawlId, chatId }: Scope): Promise<string[]> {
  if (chatId) {
    await assertOwnChat(db, { userId, chatId })
    const rows = await db
      .select({ id: chatPages.pageId })
      .from(chatPages)
      .where(and(eq(chatPages.chatId, chatId), eq(chatPages.selected, true)))
    return rows.map(({ id }) => id)
  }
  if (!crawlId) throw new AppError('request.crawl-or-chat')
  await assertOwnCrawl(db, { userId, crawlId })
  const rows = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.crawlId, crawlId), eq(pages.userId, userId)))
  return rows.map(({ id }) => id)
}
