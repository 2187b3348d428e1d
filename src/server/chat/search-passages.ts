/** The passages of a crawl's or a chat's pages that speak to some words, as they are stored. */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { FoundPassage, SearchPassages } from '#shared/passages.ts'
import type { Db } from '#server/db/database.ts'
import { chatPages, crawls, pages } from '#server/db/schema/index.ts'
import type { PassageFinder } from '#server/knowledge/find-passages.ts'
import type { Embedder } from '#server/models/embeddings.ts'
import { assertOwnChat } from './own-chat.ts'
import { meaningOf } from './question-meaning.ts'
import { loadPassages, selectionOf } from './selected-passages.ts'

type Services = { db: Db; finder: PassageFinder; embedder: Embedder | null }

/** Best first. Throws AppError 'crawl.not-found' and 'chat.not-found', and 'request.invalid' without either. */
export async function searchPassages(
  { db, finder, embedder }: Services,
  { userId, q, limit, ...where }: SearchPassages & { userId: string },
): Promise<FoundPassage[]> {
  const selection = await selectionOf(db, userId, await pagesOf(db, { userId, ...where }))
  if (selection.pageIds.length === 0) return []
  const found = await finder.find({
    key: selection.key,
    load: () => loadPassages(db, userId, selection),
    question: q,
    limit,
    meaning: meaningOf({ db, embedder }, userId, q),
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

type Where = { userId: string; crawlId?: string | undefined; chatId?: string | undefined }

/** The pages of the crawl, or those of the chat that its answers draw on. */
export async function pagesOf(db: Db, { userId, crawlId, chatId }: Where): Promise<string[]> {
  if (chatId) {
    await assertOwnChat(db, { userId, chatId })
    const rows = await db
      .select({ id: chatPages.pageId })
      .from(chatPages)
      .where(and(eq(chatPages.chatId, chatId), eq(chatPages.selected, true)))
    return rows.map(({ id }) => id)
  }
  if (!crawlId) throw new AppError('request.invalid', { reason: 'Name a crawl or a chat.' })
  const [crawl] = await db.select({ id: crawls.id }).from(crawls).where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
  if (!crawl) throw new AppError('crawl.not-found')
  const rows = await db.select({ id: pages.id }).from(pages).where(and(eq(pages.crawlId, crawlId), eq(pages.userId, userId)))
  return rows.map(({ id }) => id)
}
