/**
 * Messages about a crawl that is not saved as a chat. They are stored with the crawl, so they survive a reload, another
 * browser and a restart, until the chat is saved or the crawl deleted.
 */
import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { ChatMessage, UnsavedChat } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { crawls, unsavedMessages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import type { Answer } from './answer.ts'
import { presentUnsaved } from './present-citation.ts'

type CrawlRef = { userId: string; crawlId: string }

/** Throws AppError 'crawl.not-found'. */
export async function listUnsavedMessages({ db }: { db: Db }, ref: CrawlRef): Promise<ChatMessage[]> {
  await assertOwnCrawl(db, ref)
  const rows = await db
    .select({ message: unsavedMessages.message })
    .from(unsavedMessages)
    .where(eq(unsavedMessages.crawlId, ref.crawlId))
    .orderBy(asc(unsavedMessages.position))
  return rows.map(({ message }) => presentUnsaved(message))
}

/**
 * Crawls without a saved chat that have selected pages or messages, newest first. A page of this list covers 100 crawls,
 * and so can be shorter. Throws AppError 'request.cursor' for an invalid `after`.
 */
export async function listUnsavedChats(
  { db }: { db: Db },
  { userId, after }: PageQuery & { userId: string },
): Promise<{ unsaved: UnsavedChat[]; next: string | null }> {
  const page = newestFirst({ at: crawls.createdAt, id: crawls.id }, { after })
  // Subqueries are plain SQL: in a select from one table Drizzle omits the table name, which they need.
  const rows = await db
    .select({
      id: crawls.id,
      cursorAt: page.cursorAt,
      selectedPages: sql<number>`(select count(*)::int from pages p where p.crawl_id = crawls.id and p.selected)`,
      messages: sql<number>`(select count(*)::int from unsaved_messages m where m.crawl_id = crawls.id)`,
    })
    .from(crawls)
    .where(and(eq(crawls.userId, userId), isNull(crawls.chatId), page.where))
    .orderBy(...page.orderBy)
    .limit(page.rows)
  const { shown, next } = page.cut(rows)
  const unsaved = shown
    .filter(({ selectedPages, messages }) => selectedPages + messages > 0)
    .map(({ id: crawlId, selectedPages, messages }) => ({ crawlId, selectedPages, messages }))
  return { unsaved, next }
}

/** The last `limit` messages before the replaced question, oldest first. Throws AppError 'crawl.not-found'. */
export async function recentUnsavedMessages(
  db: Db,
  ref: CrawlRef & { replaces?: number | undefined },
  limit: number,
): Promise<EngineMessage[]> {
  await assertOwnCrawl(db, ref)
  const inCrawl = eq(unsavedMessages.crawlId, ref.crawlId)
  const rows = await db
    .select({ message: unsavedMessages.message })
    .from(unsavedMessages)
    .where(ref.replaces === undefined ? inCrawl : and(inCrawl, lt(unsavedMessages.position, ref.replaces)))
    .orderBy(desc(unsavedMessages.position))
    .limit(limit)
  return rows.map(({ message: { role, content } }) => ({ role, content })).reverse()
}

type UnsavedQuestion = CrawlRef & { question: string; replaces?: number | undefined }

/**
 * Stores question and answer in one transaction and deletes the messages they replace. Stores nothing and returns the
 * chat's id when the crawl has been saved as a chat. Throws AppError 'crawl.not-found', 'chat.save-message-failed'.
 */
export async function saveUnsavedTurn(db: Db, request: UnsavedQuestion, answer: Answer): Promise<string | null> {
  try {
    return await db.transaction(async (tx) => {
      // Locked, so that two tabs do not write to the same position and the crawl is not saved as a chat in between.
      const crawl = await assertOwnCrawl(tx, request, 'update')
      if (crawl.chatId) return crawl.chatId
      const inCrawl = eq(unsavedMessages.crawlId, crawl.id)
      if (request.replaces !== undefined) {
        await tx.delete(unsavedMessages).where(and(inCrawl, gte(unsavedMessages.position, request.replaces)))
      }
      const [{ position } = { position: 0 }] = await tx
        .select({ position: sql<number>`coalesce(max(${unsavedMessages.position}) + 1, 0)` })
        .from(unsavedMessages)
        .where(inCrawl)
      const { text: content, ...rest } = answer
      await tx.insert(unsavedMessages).values([
        { crawlId: crawl.id, position, message: { role: 'user', content: request.question } },
        { crawlId: crawl.id, position: position + 1, message: { role: 'assistant', content, ...rest } },
      ])
      await publish(tx, request.userId, { type: 'unsaved', id: crawl.id })
      return null
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('chat.save-message-failed', {}, { cause: error })
  }
}

/**
 * Within `tx`: removes the messages of a crawl that is being saved as a chat and returns them, or the id of the chat it
 * is already saved as. The crawl stays locked. Throws AppError 'crawl.not-found'.
 */
export async function moveUnsavedMessages(
  tx: Db,
  ref: CrawlRef,
): Promise<{ chatId: string | null; messages: ChatMessage[] }> {
  const crawl = await assertOwnCrawl(tx, ref, 'update')
  if (crawl.chatId) return { chatId: crawl.chatId, messages: [] }
  const rows = await tx.delete(unsavedMessages).where(eq(unsavedMessages.crawlId, crawl.id)).returning()
  return {
    chatId: null,
    messages: rows.toSorted((a, b) => a.position - b.position).map(({ message }) => presentUnsaved(message)),
  }
}

async function assertOwnCrawl(db: Db, { userId, crawlId }: CrawlRef, lock?: 'update') {
  const own = db
    .select({ id: crawls.id, chatId: crawls.chatId })
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
  const [crawl] = await (lock ? own.for(lock) : own)
  if (!crawl) throw new AppError('crawl.not-found')
  return crawl
}
