/**
 * Asking in a saved chat or about a crawl that is not saved yet: checks the limits, loads what the answer may use, and
 * stores question and answer together. A failed answer stores neither.
 */
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { AskUnsaved, Citation } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import { personLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/plans.ts'
import { nextUtcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assertOwnChat, ownChat } from '#server/platform/db/ownership.ts'
import { chatCitations, chatMessages, chatPages, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { findExhaustedQuota, type TokenQuotas } from '#server/platform/token-quota.ts'
import type { Engine, EngineMessage } from '#server/engines/engine.ts'
import type { Answer } from '#server/chat/answer.ts'
import { recentUnsavedMessages, saveUnsavedTurn } from '#server/chat/unsaved-messages.ts'
import { type AnswerServices, answerQuestion } from './answer-question.ts'
import { resolveSelection } from './selection.ts'

type LimitServices = { db: Db; engine: Pick<Engine, 'kind'>; config: { limits: TokenQuotas } }

/**
 * Counts a question against the person's limits; call it before preparing the answer. Throws AppError 'answer.too-fast',
 * 'answer.tokens-spent' and 'answer.tokens-spent-here', each with the time to wait.
 */
export async function checkQuestionLimits(
  { db, engine, config }: LimitServices,
  { userId, tier }: { userId: string; tier: Tier },
  now = new Date(),
) {
  const { questionsPerMinute: limit } = personLimits[tier]
  const rateLimit = { key: `question ${userId}`, limit, windowSeconds: 60 }
  const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit, now)
  if (!allowed) throw new AppError('answer.too-fast', { n: limit, retryAfterSeconds })
  // The built-in engine spends no tokens.
  if (engine.kind === 'built-in') return
  const exhausted = await findExhaustedQuota(db, config.limits, userId, now)
  if (!exhausted) return
  const secondsToMidnight = Math.ceil((nextUtcDay(now).getTime() - now.getTime()) / 1000)
  const code = exhausted === 'user' ? 'answer.tokens-spent' : 'answer.tokens-spent-here'
  throw new AppError(code, { retryAfterSeconds: secondsToMidnight })
}

type AnswerStream = { onText: (text: string) => void; signal?: AbortSignal }

/** Earlier messages given to the engine; follow-up questions rarely refer further back. */
const HISTORY_MESSAGES = 12

/**
 * With `crawlId`, question and answer are stored with that crawl. Throws AppError 'answer.no-context' without pages or
 * when none of them is processed, 'page.not-found' and 'crawl.not-found' when one belongs to another person.
 */
export async function prepareUnsaved(services: AnswerServices, request: AskUnsaved & { userId: string }) {
  const { db } = services
  const { userId, question, crawlId, replaces } = request
  if (request.pageIds.length === 0) throw new AppError('answer.no-context')
  const requested = new Set(request.pageIds)
  const selection = await resolveSelection(db, userId, [...requested])
  if (selection.pageIds.length < requested.size) throw new AppError('page.not-found')
  if (!(await isAnyProcessed(db, selection.pageIds))) throw new AppError('answer.no-context')
  if (!crawlId) {
    const { history } = request
    return {
      answer: (stream: AnswerStream) => answerQuestion(services, { userId, selection, question, history, ...stream }),
    }
  }
  const turn = { userId, crawlId, replaces }
  const history = await recentUnsavedMessages(db, turn, HISTORY_MESSAGES)
  return {
    async answer(stream: AnswerStream) {
      const answer = await answerQuestion(services, { userId, selection, question, history, ...stream })
      const chatId = await saveUnsavedTurn(db, { ...turn, question }, answer)
      // The crawl became a saved chat while the answer was written: the messages belong there.
      return chatId ? { ...answer, ...(await saveTurn(db, { userId, chatId, question }, answer, null)) } : answer
    },
  }
}

async function isAnyProcessed(db: Db, pageIds: string[]): Promise<boolean> {
  const processed = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(inArray(pages.id, pageIds), eq(pages.processedHash, pages.contentHash)))
    .limit(1)
  return processed.length > 0
}

type SavedQuestion = { userId: string; chatId: string; question: string; replaces?: string | undefined }

/**
 * Throws AppError 'chat.not-found', also when the question to replace is not in the chat, and 'answer.no-pages' when the
 * chat has no selected page.
 */
export async function prepareSaved(services: AnswerServices, request: SavedQuestion) {
  const { db } = services
  const { userId, chatId, replaces } = request
  await assertOwnChat(db, request)
  const selected = await db
    .select({ id: chatPages.pageId })
    .from(chatPages)
    .where(and(eq(chatPages.chatId, chatId), eq(chatPages.selected, true)))
    .orderBy(asc(chatPages.position))
  const selectedIds = selected.map((page) => page.id)
  const selection = await resolveSelection(db, userId, selectedIds)
  if (selection.pageIds.length === 0) throw new AppError('answer.no-pages')
  const replacedFrom = replaces ? await positionOfQuestion(db, chatId, replaces) : null
  const history = await recentMessages(db, chatId, replacedFrom)
  return {
    chatId,
    async answer(stream: AnswerStream) {
      const answer = await answerQuestion(services, { ...request, selection, history, ...stream })
      return { ...answer, ...(await saveTurn(db, request, answer, replacedFrom)) }
    },
  }
}

async function positionOfQuestion(db: Db, chatId: string, questionId: string): Promise<number> {
  const [question] = await db
    .select({ position: chatMessages.position })
    .from(chatMessages)
    .where(and(eq(chatMessages.id, questionId), eq(chatMessages.chatId, chatId), eq(chatMessages.role, 'user')))
  if (!question) throw new AppError('chat.not-found')
  return question.position
}

async function recentMessages(db: Db, chatId: string, before: number | null): Promise<EngineMessage[]> {
  const inChat = eq(chatMessages.chatId, chatId)
  const latestFirst = await db
    .select({ role: chatMessages.role, content: chatMessages.content })
    .from(chatMessages)
    .where(before === null ? inChat : and(inChat, lt(chatMessages.position, before)))
    .orderBy(desc(chatMessages.position))
    .limit(HISTORY_MESSAGES)
  return latestFirst.reverse()
}

/**
 * Stores question, answer and citations in one transaction and returns both message ids. Deletes the messages from
 * position `replacedFrom` on. Throws AppError 'chat.not-found' and 'chat.save-message-failed'.
 */
async function saveTurn(db: Db, request: SavedQuestion, answer: Answer, replacedFrom: number | null) {
  try {
    return await db.transaction(async (tx) => {
      const [chat] = await tx
        .update(savedChats)
        .set({ updatedAt: sql`now()` })
        .where(ownChat(request))
        .returning({ id: savedChats.id })
      if (!chat) throw new AppError('chat.not-found')
      if (replacedFrom !== null) {
        const replaced = and(eq(chatMessages.chatId, chat.id), gte(chatMessages.position, replacedFrom))
        await tx.delete(chatMessages).where(replaced)
      }
      const [question] = await tx
        .insert(chatMessages)
        .values({ chatId: chat.id, role: 'user', content: request.question })
        .returning({ id: chatMessages.id })
      const { text: content, engine, used, stopped, nearest = [], offers = [] } = answer
      const row = { chatId: chat.id, role: 'assistant', content, engine, used, stopped } as const
      const [message] = await tx
        .insert(chatMessages)
        .values({ ...row, ...(offers.length > 0 && { offers }) })
        .returning({ id: chatMessages.id })
      if (!message || !question) throw new Error('The insert returned no row')
      const citations = [
        ...answer.citations.map((citation) => citationRow(message.id, citation, 'source')),
        ...nearest.map((citation) => citationRow(message.id, citation, 'nearest')),
      ]
      if (citations.length > 0) await tx.insert(chatCitations).values(citations)
      await publish(tx, request.userId, { type: 'chat', id: chat.id })
      return { messageId: message.id, questionId: question.id }
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('chat.save-message-failed', {}, { cause: error })
  }
}

/** A source that the engine invented has no page. */
function citationRow(messageId: string, citation: Citation, kind: 'source' | 'nearest') {
  const { marker, url, title, sentence, verified, pageId, passageId } = citation
  const ids = { pageId: pageId || null, passageId: passageId || null }
  return { messageId, kind, marker, url, title, sentence, verified, ...ids }
}
