/**
 * A question and its answer, in a chat that is not saved yet or in a saved one. A saved chat keeps question and
 * answer together in one transaction; an engine that fails saves neither.
 */
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { AskUnsaved, Citation } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatCitations, chatMessages, chatPages, pages, savedChats } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { EngineTurn } from '#server/models/engine.ts'
import { type Answer, type AnswerServices, answerQuestion } from './answer-question.ts'
import { assertOwnChat, ownChat } from './own-chat.ts'
import { selectionOf } from './selected-passages.ts'
import { keepUnsavedTurn, lastUnsavedTurns } from './unsaved-messages.ts'

type Streaming = { onText: (text: string) => void; signal?: AbortSignal }

/**
 * With `crawlId`, question and answer are kept with that crawl. Throws AppError 'answer.no-context' without pages or
 * when none of them was processed, 'page.not-found' and 'crawl.not-found' when one is not the person's.
 */
export async function prepareUnsaved(services: AnswerServices, ask: AskUnsaved & { userId: string }) {
  if (ask.pageIds.length === 0) throw new AppError('answer.no-context')
  const wanted = new Set(ask.pageIds)
  const selection = await selectionOf(services.db, ask.userId, [...wanted])
  if (selection.pageIds.length < wanted.size) throw new AppError('page.not-found')
  if (!(await anyProcessed(services.db, selection.pageIds))) throw new AppError('answer.no-context')
  const { userId, question, crawlId, replaces } = ask
  if (!crawlId) {
    const { history } = ask
    return { answer: (stream: Streaming) => answerQuestion(services, { userId, selection, question, history, ...stream }) }
  }
  const { db } = services
  const which = { userId, crawlId, replaces }
  const history = await lastUnsavedTurns(db, which, TURNS_REMEMBERED)
  return {
    async answer(stream: Streaming) {
      const answer = await answerQuestion(services, { userId, selection, question, history, ...stream })
      const chatId = await keepUnsavedTurn(db, { ...which, question }, answer)
      // Saved while it was being answered: it belongs into the chat.
      return chatId ? { ...answer, ...(await saveTurn(db, { userId, chatId, question }, answer, null)) } : answer
    },
  }
}

async function anyProcessed(db: Db, pageIds: string[]): Promise<boolean> {
  const processed = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(inArray(pages.id, pageIds), eq(pages.processedHash, pages.contentHash)))
    .limit(1)
  return processed.length > 0
}

/** Earlier turns that an answer may need; a follow-up seldom reaches further back. */
const TURNS_REMEMBERED = 12

type SavedAsk = { userId: string; chatId: string; question: string; replaces?: string | undefined }

/**
 * Throws AppError 'chat.not-found' (also for a question to replace that is not in it), and 'answer.no-pages' when the
 * chat has no selected page.
 */
export async function prepareSaved(services: AnswerServices, ask: SavedAsk) {
  const { db } = services
  const { chatId } = ask
  await assertOwnChat(db, ask)
  const selected = await db
    .select({ id: chatPages.pageId })
    .from(chatPages)
    .where(and(eq(chatPages.chatId, chatId), eq(chatPages.selected, true)))
    .orderBy(asc(chatPages.position))
  const selection = await selectionOf(db, ask.userId, selected.map((page) => page.id))
  if (selection.pageIds.length === 0) throw new AppError('answer.no-pages')
  const replaced = ask.replaces ? await placeOf(db, chatId, ask.replaces) : null
  const history = await lastTurns(db, chatId, replaced)
  return {
    chatId,
    async answer(stream: Streaming) {
      const answer = await answerQuestion(services, { ...ask, selection, history, ...stream })
      return { ...answer, ...(await saveTurn(db, ask, answer, replaced)) }
    },
  }
}

async function placeOf(db: Db, chatId: string, questionId: string): Promise<number> {
  const [question] = await db
    .select({ position: chatMessages.position })
    .from(chatMessages)
    .where(and(eq(chatMessages.id, questionId), eq(chatMessages.chatId, chatId), eq(chatMessages.role, 'user')))
  if (!question) throw new AppError('chat.not-found')
  return question.position
}

async function lastTurns(db: Db, chatId: string, before: number | null): Promise<EngineTurn[]> {
  const ofChat = eq(chatMessages.chatId, chatId)
  const turns = await db
    .select({ role: chatMessages.role, content: chatMessages.content })
    .from(chatMessages)
    .where(before === null ? ofChat : and(ofChat, lt(chatMessages.position, before)))
    .orderBy(desc(chatMessages.position))
    .limit(TURNS_REMEMBERED)
  return turns.reverse()
}

/** Both messages and what the answer cites, or nothing. Throws 'chat.save-message-failed'; answers both ids. */
async function saveTurn(db: Db, ask: SavedAsk, answer: Answer, replaced: number | null) {
  try {
    return await db.transaction(async (tx) => {
      const [chat] = await tx
        .update(savedChats)
        .set({ updatedAt: sql`now()` })
        .where(ownChat(ask))
        .returning({ id: savedChats.id })
      if (!chat) throw new AppError('chat.not-found')
      if (replaced !== null) {
        await tx.delete(chatMessages).where(and(eq(chatMessages.chatId, chat.id), gte(chatMessages.position, replaced)))
      }
      const [question] = await tx
        .insert(chatMessages)
        .values({ chatId: chat.id, role: 'user', content: ask.question })
        .returning({ id: chatMessages.id })
      const { text: content, engine, used, stopped, nearest = [], offers = [] } = answer
      const [message] = await tx
        .insert(chatMessages)
        .values({
          chatId: chat.id,
          role: 'assistant',
          content,
          engine,
          used,
          stopped,
          ...(offers.length > 0 && { offers }),
        })
        .returning({ id: chatMessages.id })
      if (!message || !question) throw new Error('an insert answered no row')
      const cited = [
        ...answer.citations.map((each) => citationRow(message.id, each, 'source')),
        ...nearest.map((each) => citationRow(message.id, each, 'nearest')),
      ]
      if (cited.length > 0) await tx.insert(chatCitations).values(cited)
      await publish(tx, ask.userId, { type: 'chat', id: chat.id })
      return { messageId: message.id, questionId: question.id }
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('chat.save-message-failed', {}, { cause: error })
  }
}

/** A source that the engine made up names no page. */
function citationRow(messageId: string, citation: Citation, kind: 'source' | 'nearest') {
  const { marker, url, title, sentence, verified, pageId, passageId } = citation
  return { messageId, kind, marker, url, title, sentence, verified, pageId: pageId || null, passageId: passageId || null }
}
