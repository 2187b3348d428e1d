/** Unanswered questions that no chat stores: those of programs and visitors. They are stored without who asked. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { GapKind } from '#shared/chat/gaps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { chatPages, notebooks, openQuestions, savedChats, visitorQuestions } from '#server/platform/db/schema/index.ts'
import type { Answer } from './answer.ts'

type AskedQuestion = { userId: string; pageIds: readonly string[]; question: string }

/**
 * Stores the question in every notebook that has one of the pages and records questions. Does nothing when the pages
 * answered it or the answer was stopped.
 */
export async function recordOpenQuestion(db: Db, { userId, pageIds, question }: AskedQuestion, answer: Answer) {
  const kind = gapKindOf(answer)
  if (!kind || answer.stopped) return
  const [closest] =
    kind === 'refused' ? (answer.nearest ?? []) : answer.citations.filter(({ state }) => state !== 'not-found')
  const recording = await db
    .selectDistinct({ notebookId: notebooks.id })
    .from(notebooks)
    .innerJoin(savedChats, and(eq(savedChats.notebookId, notebooks.id), isNull(savedChats.deletedAt)))
    .innerJoin(chatPages, eq(chatPages.chatId, savedChats.id))
    .where(and(eq(notebooks.userId, userId), notebooks.recordsQuestions, isAnyOf(chatPages.pageId, pageIds)))
  if (recording.length === 0) return
  const ids = recording.map(({ notebookId }) => notebookId)
  await db.insert(openQuestions).values(
    ids.map((notebookId) => ({
      userId,
      notebookId,
      question: subjectAsked(question, answer.used),
      kind,
      ...(closest && {
        nearest: { pageId: closest.pageId, url: closest.url, title: closest.title, sentence: closest.sentence },
      }),
    })),
  )
}

/**
 * A question that a language model rewrote names its subject. A corrected spelling is only a guess among the words of
 * the pages, and what a gap is about is often a word that they lack.
 */
export function subjectAsked(
  question: string,
  { searchedFor, engineKind }: { searchedFor?: string | null | undefined; engineKind?: string | null | undefined },
): string {
  return (engineKind === 'language-model' && searchedFor) || question
}

/** Null for a question that the pages answered, or that was asked in another language than theirs. */
function gapKindOf({ used: { kind, languages }, citations }: Answer): GapKind | null {
  if (languages) return null
  if (kind === 'closest' || kind === 'refused') return kind
  return citations.some(({ state }) => state === 'not-found' || state === 'differs') ? 'unconfirmed' : null
}

/** Whether a stored question is older than its notebook keeps it. Reads leave it out; the daily work deletes it. */
export const isExpired = ({ askedAt, notebookId }: typeof openQuestions | typeof visitorQuestions) =>
  sql`${askedAt} < now() - (select make_interval(days => ${notebooks.keepQuestionsDays}) from ${notebooks} where ${notebooks.id} = ${notebookId})`

/** Deletes the questions of programs and visitors in every notebook that keeps them no longer. */
export async function unsafeDeleteExpiredQuestions(db: Db) {
  await db.delete(openQuestions).where(isExpired(openQuestions))
  await db.delete(visitorQuestions).where(isExpired(visitorQuestions))
}
