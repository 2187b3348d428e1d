import { and, eq, gte, sql } from 'drizzle-orm'
import type { Citation } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { type ChatOf, ownChat } from '#server/platform/db/ownership.ts'
import { chatCitations, chatMessages, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Answer } from './answer.ts'

type Turn = {
  userId: string
  chatId: string
  question: string
  /** The id of an edited question: it and all later messages are deleted first. */
  replaces?: string | undefined
}

/**
 * Stores question, answer and citations of a saved chat in one transaction and returns both message ids. Throws
 * AppError 'chat.not-found', also when the edited question is no longer in the chat, and 'chat.save-message-failed'.
 */
export async function saveTurn(db: Db, turn: Turn, answer: Answer): Promise<{ messageId: string; questionId: string }> {
  try {
    return await db.transaction(async (tx) => {
      await touchChat(tx, turn)
      // Looked up again: another tab may have replaced the question while the answer was written.
      if (turn.replaces) await deleteMessagesFrom(tx, turn.chatId, await positionOfQuestion(tx, turn, turn.replaces))
      const questionId = await insertMessage(tx, { chatId: turn.chatId, role: 'user', content: turn.question })
      const messageId = await insertAnswer(tx, turn, answer)
      await publish(tx, turn.userId, { type: 'chat', id: turn.chatId })
      return { messageId, questionId }
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('chat.save-message-failed', {}, { cause: error })
  }
}

/** Moves the chat to the top of the list and locks it, so that two tabs do not write at the same time. */
async function touchChat(tx: Db, turn: Turn) {
  const [chat] = await tx
    .update(savedChats)
    .set({ updatedAt: sql`now()` })
    .where(ownChat(turn))
    .returning({ id: savedChats.id })
  if (!chat) throw new AppError('chat.not-found')
}

/** Throws AppError 'chat.not-found'. */
export async function positionOfQuestion(db: Db, chat: ChatOf, questionId: string): Promise<number> {
  const [question] = await db
    .select({ position: chatMessages.position })
    .from(chatMessages)
    .innerJoin(savedChats, eq(savedChats.id, chatMessages.chatId))
    .where(and(ownChat(chat), eq(chatMessages.id, questionId), eq(chatMessages.role, 'user')))
  if (!question) throw new AppError('chat.not-found')
  return question.position
}

async function deleteMessagesFrom(tx: Db, chatId: string, position: number) {
  await tx.delete(chatMessages).where(and(eq(chatMessages.chatId, chatId), gte(chatMessages.position, position)))
}

async function insertAnswer(tx: Db, { userId, chatId }: Turn, answer: Answer): Promise<string> {
  const { text: content, engine, used, stopped, truncated, uncited, nearest = [], offers = [] } = answer
  const row = { chatId, role: 'assistant', content, engine, used, stopped, truncated, uncited } as const
  const messageId = await insertMessage(tx, { ...row, ...(offers.length > 0 && { offers }) })
  const citations = [
    ...answer.citations.map((citation) => citationRow(citation, 'source')),
    ...nearest.map((citation) => citationRow(citation, 'nearest')),
  ]
  if (citations.length === 0) return messageId
  const stored = await lockPages(
    tx,
    userId,
    citations.flatMap(({ pageId }) => pageId ?? []),
  )
  await tx
    .insert(chatCitations)
    .values(
      citations.map((row) => ({ ...row, messageId, pageId: row.pageId && stored.has(row.pageId) ? row.pageId : null })),
    )
  return messageId
}

/** Those that have not been deleted meanwhile; they stay until the transaction ends. */
export async function lockPages(tx: Db, userId: string, pageIds: string[]): Promise<Set<string>> {
  const own = and(eq(pages.userId, userId), isAnyOf(pages.id, pageIds))
  const locked = await tx.select({ id: pages.id }).from(pages).where(own).for('key share')
  return new Set(locked.map(({ id }) => id))
}

async function insertMessage(tx: Db, row: typeof chatMessages.$inferInsert): Promise<string> {
  const [message] = await tx.insert(chatMessages).values(row).returning({ id: chatMessages.id })
  if (!message) throw new Error('The insert returned no row')
  return message.id
}

/** Without its message. The other ids are null for a source that the engine invented. */
export function citationRow(citation: Citation, kind: 'source' | 'nearest') {
  const { marker, url, title, sentence, state, claim, differences = null, pageId, passageId } = citation
  const ids = { pageId: pageId || null, passageId: passageId || null }
  return { kind, marker, url, title, sentence, state, claim, differences, ...ids }
}
