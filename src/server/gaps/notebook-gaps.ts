/** The gaps of a notebook: questions that its pages do not answer. List, check again, decide, change what is recorded. */
import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { ChangeGapSettings, Gap, GapDecision, GapKind, GapPage, Gaps } from '#shared/chat/gaps.ts'
import { AppError } from '#shared/errors.ts'
import { plans } from '#shared/plans.ts'
import { answerQuestion, type AnswerServices } from '#server/answering/answer-question.ts'
import { resolveSelection, type Selection } from '#server/answering/selection.ts'
import { currentPages, assertOwnNotebook, type NotebookRef, ownNotebook } from '#server/chat/notebook-pages.ts'
import { deleteExpiredQuestions, subjectAsked } from '#server/chat/open-questions.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  chatCitations,
  chatMessages,
  gapStates,
  notebooks,
  openQuestions,
  savedChats,
  userSettings,
} from '#server/platform/db/schema/index.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import { groupQuestions, type KeyedQuestion } from './group-questions.ts'
import { mergeByMeaning } from './merge-by-meaning.ts'

/** Gaps that one check asks again, those asked most often: a few seconds of the built-in engine. */
const MAX_CHECKED = 200
/** Of one gap, the latest first: one that is answered is enough. */
const MAX_WORDINGS = 3

/** Free, and it always gives the same answer from the same pages. */
const engine = createExtractiveEngine()

/** Embeddings also group questions in other words. */
type Grouping = Pick<AnswerServices, 'db' | 'embedder'>

type Asked = {
  question: string
  kind: GapKind
  askedAt: Date
  /** A language model may refuse what the built-in engine answers from the same pages. */
  byModel: boolean
  nearest: GapPage | null
}

type Group = { gap: Gap; latest: KeyedQuestion<Asked>; keys: string[]; checkedAt: Date | null }

/** Throws AppError 'notebook.not-found'. */
export async function listGaps({ db, embedder }: Grouping, ref: NotebookRef): Promise<Gaps> {
  const notebook = await assertOwnNotebook(db, ref)
  const { groups, leftOut } = await readGroups({ db, embedder }, ref)
  const checks = groups.flatMap(({ checkedAt }) => checkedAt ?? [])
  const newest = Math.max(0, ...(await currentPages(db, ref)).map(({ joinedAt }) => joinedAt.getTime()))
  const isStale = ({ latest, checkedAt }: Group) => newest > Math.max(latest.askedAt.getTime(), Number(checkedAt))
  return {
    gaps: groups.map(({ gap }) => gap),
    questions_left_out: leftOut,
    checked_at: checks.length > 0 ? new Date(Math.max(...checks.map(Number))).toISOString() : null,
    needs_check: groups.filter(isOpen).slice(0, MAX_CHECKED).some(isStale),
    records_questions: notebook.recordsQuestions,
    keep_questions_days: notebook.keepQuestionsDays,
  }
}

/**
 * Asks the latest wordings of each open gap again, by the built-in engine from the current pages of the notebook. Throws
 * AppError 'notebook.not-found'.
 */
export async function checkGaps(services: AnswerServices, ref: NotebookRef): Promise<Gaps> {
  const { db } = services
  const { userId, notebookId } = ref
  await assertOwnNotebook(db, ref)
  const { groups } = await readGroups(services, ref)
  const current = new Map((await currentPages(db, ref)).map((page) => [page.id, page]))
  const selection = await resolveSelection(db, userId, [...current.keys()])
  const pageIds = selection.pageIds
  for (const { latest, gap } of groups.filter(isOpen).slice(0, MAX_CHECKED)) {
    let tried: GapPage | null = null
    for (const question of pageIds.length > 0 ? gap.questions.slice(0, MAX_WORDINGS) : []) {
      tried ??= await answerFrom(services, { userId, selection, question })
    }
    const isNewer = tried && (current.get(tried.pageId ?? '')?.joinedAt ?? 0) > latest.askedAt
    const check = { answer: tried && (isNewer || !latest.byModel) ? tried : null, checkedAt: new Date() }
    await db
      .insert(gapStates)
      .values({ userId, notebookId, questionKey: latest.key, ...check })
      .onConflictDoUpdate({ target: [gapStates.notebookId, gapStates.questionKey, gapStates.userId], set: check })
  }
  return listGaps(services, ref)
}

export const CheckGaps = z.object({ chatId: z.uuid() })

/** The job 'check-gaps', for a chat of any user: asks the gaps of its notebook again if pages are new since. */
export async function unsafeCheckGapsOfChat(services: AnswerServices, { chatId }: z.infer<typeof CheckGaps>) {
  const [ref] = await services.db
    .select({ userId: savedChats.userId, notebookId: savedChats.notebookId })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), isNull(savedChats.deletedAt)))
  if (ref && (await listGaps(services, ref)).needs_check) await checkGaps(services, ref)
}

/** The first source of the answer, or null when the pages do not answer. */
async function answerFrom(
  services: AnswerServices,
  asked: { userId: string; selection: Selection; question: string },
): Promise<GapPage | null> {
  await setImmediate()
  const builtIn = { ...services, engine, embedder: null, reranker: null }
  const { used, citations } = await answerQuestion(builtIn, {
    ...asked,
    history: [],
    isCounted: false,
    onText: () => undefined,
  })
  const [source] = citations
  if (used.kind !== 'answer' || !source) return null
  const { pageId, url, title, sentence } = source
  return { pageId, url, title, sentence }
}

/** Throws AppError 'notebook.not-found', 'gap.not-found'. */
export async function decideGap(
  services: Grouping,
  { gapId, decision, ...ref }: NotebookRef & { gapId: string; decision: GapDecision },
): Promise<Gap> {
  const { db } = services
  await assertOwnNotebook(db, ref)
  const found = await findGroup(services, ref, gapId)
  const change = decision === 'open' ? { decision: null, decidedAt: null } : { decision, decidedAt: new Date() }
  await db
    .insert(gapStates)
    .values(found.keys.map((questionKey) => ({ ...ref, questionKey, ...change })))
    .onConflictDoUpdate({ target: [gapStates.notebookId, gapStates.questionKey, gapStates.userId], set: change })
  return (await findGroup(services, ref, gapId)).gap
}

/** Recording off also deletes what was recorded. Throws AppError 'notebook.not-found'. */
export async function changeGapSettings(
  services: Grouping,
  { records_questions, keep_questions_days, ...ref }: NotebookRef & ChangeGapSettings,
): Promise<Gaps> {
  await services.db.transaction(async (tx) => {
    const [own] = await tx
      .update(notebooks)
      .set({
        ...(records_questions !== undefined && { recordsQuestions: records_questions }),
        ...(keep_questions_days !== undefined && { keepQuestionsDays: keep_questions_days }),
        updatedAt: sql`now()`,
      })
      .where(ownNotebook(ref))
      .returning({ recordsQuestions: notebooks.recordsQuestions })
    if (!own) throw new AppError('notebook.not-found')
    if (!own.recordsQuestions) {
      const { userId, notebookId } = ref
      await tx
        .delete(openQuestions)
        .where(and(eq(openQuestions.userId, userId), eq(openQuestions.notebookId, notebookId)))
    }
  })
  return listGaps(services, ref)
}

const isOpen = ({ gap }: Group) => gap.decision === 'open'

async function findGroup(services: Grouping, ref: NotebookRef, gapId: string): Promise<Group> {
  const { groups } = await readGroups(services, ref)
  const found = groups.find(({ gap }) => gap.id === gapId)
  if (!found) throw new AppError('gap.not-found')
  return found
}

/** Most asked first, then the last asked. */
async function readGroups({ db, embedder }: Grouping, ref: NotebookRef): Promise<{ groups: Group[]; leftOut: number }> {
  await deleteExpiredQuestions(db, { userId: ref.userId, notebookIds: [ref.notebookId] })
  const [settings] = await db
    .select({ tier: userSettings.tier })
    .from(userSettings)
    .where(eq(userSettings.userId, ref.userId))
  const [asked, states] = await Promise.all([
    readQuestions(db, ref),
    db
      .select()
      .from(gapStates)
      .where(and(eq(gapStates.notebookId, ref.notebookId), eq(gapStates.userId, ref.userId))),
  ])
  const kept = asked.slice(-plans[settings?.tier ?? 'free'].maxGapQuestions)
  const stateOf = new Map(states.map((state) => [state.questionKey, state]))
  const sameSubject = await mergeByMeaning(embedder, groupQuestions(kept))
  const groups = sameSubject.flatMap((questions) => toGroup(questions, stateOf) ?? [])
  return {
    groups: groups.toSorted(
      (one, other) =>
        other.gap.count - one.gap.count ||
        other.latest.askedAt.getTime() - one.latest.askedAt.getTime() ||
        (one.gap.id < other.gap.id ? -1 : 1),
    ),
    leftOut: asked.length - kept.length,
  }
}

type State = typeof gapStates.$inferSelect

function toGroup(questions: KeyedQuestion<Asked>[], stateOf: ReadonlyMap<string, State>): Group | null {
  const [first, latest] = [questions[0], questions.at(-1)]
  if (!first || !latest) return null
  const keys = [...new Set(questions.map(({ key }) => key))]
  const states = keys.flatMap((key) => stateOf.get(key) ?? [])
  const isIgnored = states.some(({ decision }) => decision === 'ignored')
  const isResolved = states.some(
    ({ decision, decidedAt }) => decision === 'resolved' && decidedAt !== null && decidedAt >= latest.askedAt,
  )
  const { answer = null, checkedAt = null } = stateOf.get(latest.key) ?? {}
  const wordings = new Map(questions.toReversed().map(({ question }) => [question.toLowerCase(), question]))
  const gap: Gap = {
    id: first.key,
    questions: [...wordings.values()],
    count: questions.length,
    refused: questions.filter(({ kind }) => kind === 'refused').length,
    unconfirmed: questions.filter(({ kind }) => kind === 'unconfirmed').length,
    first_asked: first.askedAt.toISOString(),
    last_asked: latest.askedAt.toISOString(),
    closest: latest.nearest,
    answered_by: checkedAt && checkedAt > latest.askedAt ? answer : null,
    decision: isIgnored ? 'ignored' : isResolved ? 'resolved' : 'open',
  }
  return { gap, latest, keys, checkedAt }
}

/** All unanswered questions of the notebook in the order of time: those of its chats and those that no chat stores. */
async function readQuestions(db: Db, { userId, notebookId }: NotebookRef): Promise<Asked[]> {
  const question = alias(chatMessages, 'question')
  // The claims of an answer count only if it has the kind 'answer': of a refusal, nothing is cited.
  const isUnconfirmed = sql`exists (
    select 1 from ${chatCitations} where ${chatCitations.messageId} = ${chatMessages.id}
      and ${inArray(chatCitations.state, ['not-found', 'differs'])})`
  const usedKind = sql`${chatMessages.used} ->> 'kind'`
  const kind = sql<GapKind>`case when ${inArray(usedKind, ['closest', 'refused'])} then ${usedKind} else 'unconfirmed' end`
  const asked = db
    .select({ content: question.content, askedAt: question.createdAt })
    .from(question)
    .where(
      and(
        eq(question.chatId, chatMessages.chatId),
        eq(question.role, 'user'),
        sql`${question.position} < ${chatMessages.position}`,
      ),
    )
    .orderBy(desc(question.position))
    .limit(1)
    .as('asked')
  const { pageId, url, title, sentence } = chatCitations
  const nearest = db
    .select({ pageId, url, title, sentence })
    .from(chatCitations)
    .where(
      and(
        eq(chatCitations.messageId, chatMessages.id),
        or(isNull(chatCitations.state), ne(chatCitations.state, 'not-found')),
      ),
    )
    .orderBy(asc(chatCitations.marker))
    .limit(1)
    .as('nearest')
  const inChats = await db
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
        or(inArray(usedKind, ['closest', 'refused']), isUnconfirmed),
      ),
    )
  const stored = await db
    .select()
    .from(openQuestions)
    .where(and(eq(openQuestions.userId, userId), eq(openQuestions.notebookId, notebookId)))
  return [
    ...inChats.map(({ content, searchedFor, engineKind, ...row }) => ({
      ...row,
      question: subjectAsked(content, { searchedFor, engineKind }),
      byModel: engineKind === 'language-model',
      nearest: row.nearest?.url ? row.nearest : null,
    })),
    ...stored.map((row) => ({ ...row, byModel: false })),
  ].toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime())
}
