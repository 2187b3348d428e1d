/**
 * "Unsaved" messages are stored, but not part of a saved chat yet: they belong to a crawl, so they survive a reload and
 * a restart and appear in every browser of the user. Saving the crawl as a chat takes them along; deleting it deletes
 * them.
 */
import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { ChatMessage, UnsavedChat } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { type CrawlOf, ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls, unsavedMessages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import type { Answer } from './answer.ts'
import { presentUnsaved } from './present-citation.ts'

/** Throws AppError 'crawl.not-found'. */
export async function listUnsavedMessages({ db }: { db: Db }, ref: CrawlOf): Promise<ChatMessage[]> {
  await loadOwnCrawl(db, ref)
  const rows = await db
    .select({ message: unsavedMessages.message })
    .from(unsavedMessages)
    .where(eq(unsavedMessages.crawlId, ref.crawlId))
    .orderBy(asc(unsavedMessages.position))
  return rows.map(({ message }) => presentUnsaved(message))
}

/**
 * Crawls without a saved chat that have selected pages or messages, newest first. Each call looks at the next 100
 * crawls and returns those of them that qualify: with few or none, `next` still leads to older ones. Throws AppError
 * 'request.cursor' for an invalid `after`.
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

type UnsavedQuestion = CrawlOf & {
  question: string
  /** The position of an edited question, whose new version replaces it and all messages after it. */
  replaces?: number | undefined
}

/**
 * The last `limit` messages, oldest first; if the question replaces an earlier one, the last before that. Throws
 * AppError 'crawl.not-found'.
 */
export async function recentUnsavedMessages(
  { db }: { db: Db },
  { replaces, ...ref }: Omit<UnsavedQuestion, 'question'>,
  limit: number,
): Promise<EngineMessage[]> {
  await loadOwnCrawl(db, ref)
  const rows = await db
    .select({ message: unsavedMessages.message })
    .from(unsavedMessages)
    .where(
      and(
        eq(unsavedMessages.crawlId, ref.crawlId),
        replaces === undefined ? undefined : lt(unsavedMessages.position, replaces),
      ),
    )
    .orderBy(desc(unsavedMessages.position))
    .limit(limit)
  return rows.map(({ message: { role, content } }) => ({ role, content })).reverse()
}

/**
 * Stores question and answer in one transaction and deletes the messages they replace. Stores nothing when the crawl is
 * already saved as a chat, whose id it returns. Throws AppError 'crawl.not-found', 'chat.save-message-failed'.
 */
export async function storeUnsavedTurn(
  { db }: { db: Db },
  { question, replaces, ...ref }: UnsavedQuestion,
  answer: Answer,
): Promise<{ stored: true } | { stored: false; chatId: string }> {
  try {
    return await db.transaction(async (tx) => {
      // Locked, so that two tabs do not write to the same position and the crawl is not saved as a chat in between.
      const crawl = await loadOwnCrawl(tx, ref, { lock: true })
      if (crawl.chatId) return { stored: false, chatId: crawl.chatId }
      const inCrawl = eq(unsavedMessages.crawlId, crawl.id)
      if (replaces !== undefined) {
        await tx.delete(unsavedMessages).where(and(inCrawl, gte(unsavedMessages.position, replaces)))
      }
      const [last] = await tx
        .select({ position: unsavedMessages.position })
        .from(unsavedMessages)
        .where(inCrawl)
        .orderBy(desc(unsavedMessages.position))
        .limit(1)
      const position = last ? last.position + 1 : 0
      const { text: content, ...rest } = answer
      await tx.insert(unsavedMessages).values([
        { crawlId: crawl.id, position, message: { role: 'user', content: question } },
        { crawlId: crawl.id, position: position + 1, message: { role: 'assistant', content, ...rest } },
      ])
      await publish(tx, ref.userId, { type: 'unsaved', id: crawl.id })
      return { stored: true }
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('chat.save-message-failed', {}, { cause: error })
  }
}

/**
 * Within `tx`: deletes the messages of a crawl that is being saved as a chat and returns them. When it is already
 * saved, there are none and `chatId` is its chat. The crawl stays locked. Throws AppError 'crawl.not-found'.
 */
export async function takeUnsavedMessages(
  tx: Db,
  ref: CrawlOf,
): Promise<{ chatId: string | null; messages: ChatMessage[] }> {
  const crawl = await loadOwnCrawl(tx, ref, { lock: true })
  if (crawl.chatId) return { chatId: crawl.chatId, messages: [] }
  const rows = await tx.delete(unsavedMessages).where(eq(unsavedMessages.crawlId, crawl.id)).returning()
  const inOrder = rows.toSorted((a, b) => a.position - b.position)
  return { chatId: null, messages: inOrder.map(({ message }) => presentUnsaved(message)) }
}

async function loadOwnCrawl(db: Db, ref: CrawlOf, { lock = false } = {}) {
  const query = db.select({ id: crawls.id, chatId: crawls.chatId }).from(crawls).where(ownCrawl(ref))
  const [crawl] = await (lock ? query.for('update') : query)
  if (!crawl) throw new AppError('crawl.not-found')
  return crawl
}
