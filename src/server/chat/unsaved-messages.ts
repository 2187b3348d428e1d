/**
 * Questions and answers about a crawl that is not saved as a chat yet. They are kept with the crawl, so that a reload,
 * another browser or a restart finds them, until saving takes them over or the crawl is deleted.
 */
import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { ChatMessage, UnsavedChat } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, unsavedMessages } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { EngineTurn } from '#server/models/engine.ts'
import type { Answer } from './answer-question.ts'

type Which = { userId: string; crawlId: string }

/** Throws AppError 'crawl.not-found', whoever else's it may be. */
export async function listUnsavedMessages({ db }: { db: Db }, which: Which): Promise<ChatMessage[]> {
  await assertOwnCrawl(db, which)
  const rows = await db
    .select({ message: unsavedMessages.message })
    .from(unsavedMessages)
    .where(eq(unsavedMessages.crawlId, which.crawlId))
    .orderBy(asc(unsavedMessages.place))
  return rows.map(({ message }) => message)
}

/** Newest first: crawls without a chat in which something was selected or asked. */
export async function listUnsavedChats({ db }: { db: Db }, userId: string): Promise<UnsavedChat[]> {
  // The inner tables are named by hand: in a select from one table Drizzle leaves the table's name out.
  const work = db
    .select({
      crawlId: crawls.id,
      createdAt: crawls.createdAt,
      selectedPages: sql<number>`(select count(*)::int from pages p where p.crawl_id = crawls.id and p.selected)`.as('selected_pages'),
      messages: sql<number>`(select count(*)::int from unsaved_messages m where m.crawl_id = crawls.id)`.as('messages'),
    })
    .from(crawls)
    .where(and(eq(crawls.userId, userId), isNull(crawls.chatId)))
    .orderBy(desc(crawls.createdAt))
    .limit(100)
    .as('work')
  return db
    .select({ crawlId: work.crawlId, selectedPages: work.selectedPages, messages: work.messages })
    .from(work)
    .where(sql`${work.selectedPages} + ${work.messages} > 0`)
    .orderBy(desc(work.createdAt))
}

/** The last `limit` messages before the one that is replaced. Throws AppError 'crawl.not-found'. */
export async function lastUnsavedTurns(
  db: Db,
  which: Which & { replaces?: number | undefined },
  limit: number,
): Promise<EngineTurn[]> {
  await assertOwnCrawl(db, which)
  const ofCrawl = eq(unsavedMessages.crawlId, which.crawlId)
  const rows = await db
    .select({ message: unsavedMessages.message })
    .from(unsavedMessages)
    .where(which.replaces === undefined ? ofCrawl : and(ofCrawl, lt(unsavedMessages.place, which.replaces)))
    .orderBy(desc(unsavedMessages.place))
    .limit(limit)
  return rows.map(({ message: { role, content } }) => ({ role, content })).reverse()
}

type Asked = Which & { question: string; replaces?: number | undefined }

/**
 * Both messages, or neither; what is replaced goes in the same transaction. Answers the chat when the crawl was saved
 * as one meanwhile: then nothing is kept here. Throws 'crawl.not-found', 'chat.save-message-failed'.
 */
export async function keepUnsavedTurn(db: Db, asked: Asked, answer: Answer): Promise<string | null> {
  try {
    return await db.transaction(async (tx) => {
      // Locked: two tabs do not take the same place, and a save does not pass between.
      const crawl = await assertOwnCrawl(tx, asked, 'update')
      if (crawl.chatId) return crawl.chatId
      const ofCrawl = eq(unsavedMessages.crawlId, crawl.id)
      if (asked.replaces !== undefined) {
        await tx.delete(unsavedMessages).where(and(ofCrawl, gte(unsavedMessages.place, asked.replaces)))
      }
      const [{ place } = { place: 0 }] = await tx
        .select({ place: sql<number>`coalesce(max(${unsavedMessages.place}) + 1, 0)` })
        .from(unsavedMessages)
        .where(ofCrawl)
      const { text: content, ...rest } = answer
      await tx.insert(unsavedMessages).values([
        { crawlId: crawl.id, place, message: { role: 'user', content: asked.question } },
        { crawlId: crawl.id, place: place + 1, message: { role: 'assistant', content, ...rest } },
      ])
      await publish(tx, asked.userId, { type: 'unsaved', id: crawl.id })
      return null
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('chat.save-message-failed', {}, { cause: error })
  }
}

/**
 * Within `tx`, for a chat that is being saved: its messages, which are no longer kept here; or the chat that the crawl
 * is saved as already. The crawl stays locked. Throws AppError 'crawl.not-found'.
 */
export async function takeUnsavedMessages(tx: Db, which: Which): Promise<{ chatId: string | null; messages: ChatMessage[] }> {
  const crawl = await assertOwnCrawl(tx, which, 'update')
  if (crawl.chatId) return { chatId: crawl.chatId, messages: [] }
  const rows = await tx.delete(unsavedMessages).where(eq(unsavedMessages.crawlId, crawl.id)).returning()
  return { chatId: null, messages: rows.toSorted((a, b) => a.place - b.place).map(({ message }) => message) }
}

async function assertOwnCrawl(db: Db, { userId, crawlId }: Which, lock?: 'update') {
  const own = db
    .select({ id: crawls.id, chatId: crawls.chatId })
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
  const [crawl] = await (lock ? own.for(lock) : own)
  if (!crawl) throw new AppError('crawl.not-found')
  return crawl
}
