/** The questions that the pages of a notebook did not answer, from its chats and from other places that ask them. */
import { and, asc, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { GapKind, GapPage } from '#shared/chat/gaps.ts'
import type { NotebookRef } from '#server/chat/notebook-pages.ts'
import { isExpired, subjectAsked } from '#server/chat/open-questions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readMessage } from '#server/platform/question/read-message.ts'
import { chatCitations, chatMessages, openQuestions, savedChats } from '#server/platform/db/schema/index.ts'

export type UnansweredQuestion = {
  question: string
  kind: GapKind
  askedAt: Date
  /** A language model may refuse what the built-in engine answers from the same pages. */
  byModel: boolean
  /** The first of the closest passages; null when there are none. */
  nearest: GapPage | null
}

/** In the order of time: those of the notebook's chats, and those that no chat stores. */
export async function readUnansweredQuestions(db: Db, ref: NotebookRef): Promise<UnansweredQuestion[]> {
  const { userId, notebookId } = ref
  const inChats = await readFromChats(db, ref)
  const stored = await db
    .select()
    .from(openQuestions)
    .where(
      and(eq(openQuestions.userId, userId), eq(openQuestions.notebookId, notebookId), not(isExpired(openQuestions))),
    )
  const withoutChat = stored.map((row) => ({ ...row, byModel: false }))
  return [...inChats, ...withoutChat].toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime())
}

async function readFromChats(db: Db, { userId, notebookId }: NotebookRef): Promise<UnansweredQuestion[]> {
  const { isUnanswered, kind } = kindOfAnswer()
  const asked = questionOfAnswer(db)
  const nearest = firstCitationOfAnswer(db)
  const rows = await db
    .select({
      content: asked.content,
      searchedFor: sql<string | null>`${chatMessages.used} ->> 'searchedFor'`,
      engineKind: sql<string | null>`${chatMessages.used} ->> 'engineKind'`,
      kind,
      askedAt: asked.askedAt,
      nearest: { pageId: nearest.pageId, url: nearest.url, title: nearest.title, sentence: nearest.sentence },
    })
    .from(chatMessages)
    .innerJoin(savedChats, eq(savedChats.id, chatMessages.chatId))
    .crossJoinLateral(asked)
    .leftJoinLateral(nearest, sql`true`)
    .where(
      and(
        eq(savedChats.userId, userId),
        eq(savedChats.notebookId, notebookId),
        isNull(savedChats.deletedAt),
        eq(chatMessages.role, 'assistant'),
        eq(chatMessages.stopped, false),
        // A question in another language than the pages says nothing about what they lack.
        sql`${chatMessages.used} -> 'languages' is null`,
        isUnanswered,
      ),
    )
  // "Summarize the pages" asks for nothing that they lack.
  const questions = rows.filter(({ content }) => readMessage(content).intent === 'question')
  return questions.map(({ content, searchedFor, engineKind, ...row }) => ({
    ...row,
    question: subjectAsked(content, { searchedFor, engineKind }),
    byModel: engineKind === 'language-model',
    nearest: row.nearest?.url ? row.nearest : null,
  }))
}

/** Whether the answer in `chatMessages` leaves its question open, and how. */
function kindOfAnswer(): { isUnanswered: SQL | undefined; kind: SQL<GapKind> } {
  const usedKind = sql`${chatMessages.used} ->> 'kind'`
  const isRefusedOrClosest = inArray(usedKind, ['closest', 'refused'])
  // The claims of an answer count only if it has the kind 'answer': of a refusal, nothing is cited.
  const isUnconfirmed = sql`exists (
    select 1 from ${chatCitations} where ${chatCitations.messageId} = ${chatMessages.id}
      and ${inArray(chatCitations.state, ['not-found', 'differs'])})`
  return {
    isUnanswered: or(isRefusedOrClosest, isUnconfirmed),
    kind: sql<GapKind>`case when ${isRefusedOrClosest} then ${usedKind} else 'unconfirmed' end`,
  }
}

/** For a lateral join: the last question before the answer in `chatMessages`. */
function questionOfAnswer(db: Db) {
  const question = alias(chatMessages, 'question')
  const isBeforeAnswer = and(
    eq(question.chatId, chatMessages.chatId),
    eq(question.role, 'user'),
    sql`${question.position} < ${chatMessages.position}`,
  )
  return db
    .select({ content: question.content, askedAt: question.createdAt })
    .from(question)
    .where(isBeforeAnswer)
    .orderBy(desc(question.position))
    .limit(1)
    .as('asked')
}

/** For a lateral join: the first citation of the answer in `chatMessages` that names a passage. */
function firstCitationOfAnswer(db: Db) {
  const { pageId, url, title, sentence } = chatCitations
  const isFound = or(isNull(chatCitations.state), ne(chatCitations.state, 'not-found'))
  return db
    .select({ pageId, url, title, sentence })
    .from(chatCitations)
    .where(and(eq(chatCitations.messageId, chatMessages.id), isFound))
    .orderBy(asc(chatCitations.marker))
    .limit(1)
    .as('nearest')
}
