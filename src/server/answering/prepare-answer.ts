/**
 * Asking happens in two steps. Preparing counts the question, checks the request and loads what the answer may use, so
 * that a question that cannot be answered gets an error status. Answering then streams the text, and stores question
 * and answer together; a failed answer stores neither.
 */
import { and, desc, eq, lt } from 'drizzle-orm'
import { HISTORY_MAX_MESSAGES } from '#shared/chat/chat-limits.ts'
import type { AskUnsaved } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ChatOf, ownChat } from '#server/platform/db/ownership.ts'
import { chatMessages, savedChats } from '#server/platform/db/schema/index.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import type { Answer } from '#server/chat/answer.ts'
import { recordOpenQuestion } from '#server/chat/open-questions.ts'
import { positionOfQuestion, saveTurn } from '#server/chat/save-turn.ts'
import { recentUnsavedMessages, storeUnsavedTurn } from '#server/chat/unsaved-messages.ts'
import { type AnswerServices, answerQuestion } from './answer-question.ts'
import { type AskingTier, checkQuestionLimits } from './check-question-limits.ts'
import { recordCrawlUse, resolveChatSelection, resolveSelection, type Selection } from './selection.ts'

export type PreparedAnswer = {
  /** The saved chat the question belongs to. */
  chatId?: string
  /** `signal` stops the answer. The message ids are those of the saved chat. */
  answer(stream: {
    onText: (text: string) => void
    onReplace?: (text: string) => void
    onReasoning?: (text: string) => void
    signal?: AbortSignal
  }): Promise<Answer & { messageId?: string; questionId?: string }>
}

type SavedQuestion = {
  userId: string
  tier: AskingTier
  chatId: string
  question: string
  replaces?: string | undefined
  model?: string | undefined
}

/**
 * For a saved chat. `replaces` is the id of an edited question: the new question and answer replace it and all later
 * messages. Throws AppError 'chat.not-found', also when that question is not in the chat, 'answer.no-pages' when the
 * chat has no selected page, 'model.not-allowed', and what checkQuestionLimits throws.
 */
export async function prepareSavedAnswer(services: AnswerServices, request: SavedQuestion): Promise<PreparedAnswer> {
  const { db } = services
  const { userId, tier, chatId, question, replaces, model } = request
  await checkQuestionLimits(services, { userId, tier })
  const engine = engineOf(services, model)
  const [selection, messages] = await Promise.all([
    resolveChatSelection(db, request),
    replaces ? null : recentMessages(db, request, null),
  ])
  if (selection.pageIds.length === 0) throw new AppError('answer.no-pages')
  const history =
    messages ?? (await recentMessages(db, request, replaces ? await positionOfQuestion(db, request, replaces) : null))
  return {
    chatId,
    async answer(stream) {
      const asked = { userId, selection, question, history, ...stream }
      const answer = await answerQuestion({ ...services, engine }, asked)
      return { ...answer, ...(await saveTurn(db, { userId, chatId, question, replaces }, answer)) }
    },
  }
}

type UnsavedQuestion = Omit<AskUnsaved, 'pageIds'> & {
  userId: string
  tier: AskingTier
  /** A function is called once the question is within the limits. */
  pageIds: string[] | (() => Promise<string[]>)
  recordsQuestion?: boolean | undefined
}

/**
 * For pages without a saved chat. With `crawlId`, question and answer are stored with that crawl, and `replaces` is the
 * position of an edited question. Otherwise the request holds the history, and only a question that the pages do not
 * answer is stored, for the gaps of a notebook.
 *
 * Throws AppError 'answer.no-context' without pages or when none of them is processed, 'page.not-found' and
 * 'crawl.not-found' when one belongs to another user, 'model.not-allowed', and what checkQuestionLimits throws.
 */
export async function prepareUnsavedAnswer(
  services: AnswerServices,
  request: UnsavedQuestion,
): Promise<PreparedAnswer> {
  const { db } = services
  const { userId, tier, question, crawlId, replaces, model, recordsQuestion = true } = request
  await checkQuestionLimits(services, { userId, tier })
  const withEngine = { ...services, engine: engineOf(services, model) }
  const pageIds = typeof request.pageIds === 'function' ? await request.pageIds() : request.pageIds
  const selection = await selectProcessedPages(db, userId, pageIds)
  if (!crawlId) {
    const { history } = request
    return {
      async answer(stream) {
        const answer = await answerQuestion(withEngine, { userId, selection, question, history, ...stream })
        // A question that could not be stored must not lose its answer.
        const asked = { userId, pageIds: selection.pageIds, question }
        if (recordsQuestion) await recordOpenQuestion(db, asked, answer).catch(() => undefined)
        return answer
      },
    }
  }
  const history = await recentUnsavedMessages({ db }, { userId, crawlId, replaces }, HISTORY_MAX_MESSAGES)
  return {
    async answer(stream) {
      const answer = await answerQuestion(withEngine, { userId, selection, question, history, ...stream })
      const result = await storeUnsavedTurn({ db }, { userId, crawlId, question, replaces }, answer)
      if (result.stored) return answer
      // The crawl became a saved chat while the answer was written: the messages belong there.
      const turn = { userId, chatId: result.chatId, question }
      return { ...answer, ...(await saveTurn(db, turn, answer)) }
    },
  }
}

/** Throws AppError 'model.not-allowed'. */
function engineOf({ engine }: AnswerServices, model: string | undefined) {
  const chosen = model === undefined ? engine : engine.withModel(model)
  if (!chosen) throw new AppError('model.not-allowed', { model: model ?? '' }, { field: 'model' })
  return chosen
}

async function selectProcessedPages(db: Db, userId: string, pageIds: string[]): Promise<Selection> {
  const requested = new Set(pageIds)
  if (requested.size === 0) throw new AppError('answer.no-context')
  const selection = await resolveSelection(db, userId, [...requested])
  if (selection.pageIds.length < requested.size) throw new AppError('page.not-found')
  if (!selection.hasProcessed) throw new AppError('answer.no-context')
  await recordCrawlUse(db, userId, selection.crawlIds)
  return selection
}

/** The last messages of the chat, oldest first; only those before a position when it is given. */
async function recentMessages(db: Db, chat: ChatOf, beforePosition: number | null): Promise<EngineMessage[]> {
  const latestFirst = await db
    .select({ role: chatMessages.role, content: chatMessages.content })
    .from(chatMessages)
    .innerJoin(savedChats, eq(savedChats.id, chatMessages.chatId))
    .where(and(ownChat(chat), beforePosition === null ? undefined : lt(chatMessages.position, beforePosition)))
    .orderBy(desc(chatMessages.position))
    .limit(HISTORY_MAX_MESSAGES)
  return latestFirst.reverse()
}
