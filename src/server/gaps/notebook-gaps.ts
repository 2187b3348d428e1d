/**
 * The gaps of a notebook: questions that its pages do not answer. List, check again, decide, change what is recorded.
 */
import { setImmediate } from 'node:timers/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ChangeGapSettings, Gap, GapDecision, GapPage, Gaps } from '#shared/chat/gaps.ts'
import { AppError } from '#shared/errors.ts'
import { answerQuestion, type AnswerServices } from '#server/answering/answer-question.ts'
import { resolveSelection, type Selection } from '#server/answering/selection.ts'
import { currentPages, assertOwnNotebook, type NotebookRef, ownNotebook } from '#server/chat/notebook-pages.ts'
import { planOf } from '#server/credits/plan-of.ts'
import { gapStates, notebooks, openQuestions, savedChats, visitorQuestions } from '#server/platform/db/schema/index.ts'
import type { JobData } from '#server/platform/queues.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import { groupQuestions, type KeyedQuestion } from './group-questions.ts'
import { mergeByMeaning } from './merge-by-meaning.ts'
import { readUnansweredQuestions, type UnansweredQuestion } from './unanswered-questions.ts'

/** Gaps that one check asks again, those asked most often: a few seconds of the built-in engine. */
const MAX_CHECKED = 200
/** Of one gap, the latest first: one that is answered is enough. */
const MAX_WORDINGS = 3

/** Free, and it always gives the same answer from the same pages. */
const engine = createExtractiveEngine()

/** Embeddings also group questions in other words. */
type Grouping = Pick<AnswerServices, 'db' | 'embedder'>

/** A gap with what its owner does not see: the keys of its wordings, and when they were last asked again. */
type Group = { gap: Gap; latest: KeyedQuestion<UnansweredQuestion>; keys: string[]; checkedAt: Date | null }

/** Throws AppError 'notebook.not-found'. */
export async function listGaps({ db, embedder }: Grouping, ref: NotebookRef): Promise<Gaps> {
  const notebook = await assertOwnNotebook(db, ref)
  const { groups, leftOut } = await readGroups({ db, embedder }, ref)
  const checkTimes = groups.flatMap(({ checkedAt }) => checkedAt?.getTime() ?? [])
  const joinTimes = (await currentPages(db, ref)).map(({ joinedAt }) => joinedAt.getTime())
  const newestPage = Math.max(0, ...joinTimes)
  const isStale = ({ latest, checkedAt }: Group) => {
    const lastAsked = Math.max(latest.askedAt.getTime(), checkedAt?.getTime() ?? 0)
    return newestPage > lastAsked
  }
  return {
    gaps: groups.map(({ gap }) => gap),
    questions_left_out: leftOut,
    checked_at: checkTimes.length > 0 ? new Date(Math.max(...checkTimes)).toISOString() : null,
    needs_check: groupsToCheck(groups).some(isStale),
    records_questions: notebook.recordsQuestions,
    keep_questions_days: notebook.keepQuestionsDays,
  }
}

/** The open ones that are asked most often. */
function groupsToCheck(groups: readonly Group[]): Group[] {
  return groups.filter(({ gap }) => gap.decision === 'open').slice(0, MAX_CHECKED)
}

/**
 * Asks the latest wordings of each open gap again, by the built-in engine from the current pages of the notebook.
 * Throws AppError 'notebook.not-found'.
 */
export async function checkGaps(services: AnswerServices, ref: NotebookRef): Promise<Gaps> {
  const { db } = services
  const { userId, notebookId } = ref
  await assertOwnNotebook(db, ref)
  const { groups } = await readGroups(services, ref)
  const pages = await currentPages(db, ref)
  const joinedAt = new Map(pages.map((page) => [page.id, page.joinedAt]))
  const selection = await resolveSelection(db, userId, [...joinedAt.keys()])
  for (const { latest, gap } of groupsToCheck(groups)) {
    const wordings = gap.questions.slice(0, MAX_WORDINGS)
    const found = await firstAnswer(services, { userId, selection }, wordings)
    // What a language model could not answer counts as answered only by a page that is newer than the question.
    const isFromNewPage = found && (joinedAt.get(found.pageId ?? '') ?? 0) > latest.askedAt
    const isAnswered = isFromNewPage || !latest.byModel
    const check = { answer: isAnswered ? found : null, checkedAt: new Date() }
    await db
      .insert(gapStates)
      .values({ userId, notebookId, questionKey: latest.key, ...check })
      .onConflictDoUpdate({ target: [gapStates.notebookId, gapStates.questionKey, gapStates.userId], set: check })
  }
  return listGaps(services, ref)
}

/** The first source of the first question that the pages answer; null when they answer none. */
async function firstAnswer(
  services: AnswerServices,
  from: { userId: string; selection: Selection },
  questions: readonly string[],
): Promise<GapPage | null> {
  if (from.selection.pageIds.length === 0) return null
  for (const question of questions) {
    const found = await answerFrom(services, { ...from, question })
    if (found) return found
  }
  return null
}

/** The job 'check-gaps', for a chat of any user: asks the gaps of its notebook again if pages are new since. */
export async function unsafeCheckGapsOfChat(services: AnswerServices, { chatId }: JobData<'check-gaps'>) {
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
      // The tab Publish still counts them.
      await tx
        .update(visitorQuestions)
        .set({ question: null })
        .where(and(eq(visitorQuestions.userId, userId), eq(visitorQuestions.notebookId, notebookId)))
    }
  })
  return listGaps(services, ref)
}

async function findGroup(services: Grouping, ref: NotebookRef, gapId: string): Promise<Group> {
  const { groups } = await readGroups(services, ref)
  const found = groups.find(({ gap }) => gap.id === gapId)
  if (!found) throw new AppError('gap.not-found')
  return found
}

/** Most asked first, then the last asked. `leftOut` are the questions beyond what the plan keeps, the oldest. */
async function readGroups({ db, embedder }: Grouping, ref: NotebookRef): Promise<{ groups: Group[]; leftOut: number }> {
  const [plan, asked, states] = await Promise.all([
    planOf(db, ref.userId),
    readUnansweredQuestions(db, ref),
    db
      .select()
      .from(gapStates)
      .where(and(eq(gapStates.notebookId, ref.notebookId), eq(gapStates.userId, ref.userId))),
  ])
  const kept = asked.slice(-plan.maxGapQuestions)
  const sameSubject = await mergeByMeaning(embedder, groupQuestions(kept))
  const stateOf = new Map(states.map((state) => [state.questionKey, state]))
  const groups = sameSubject.flatMap((questions) => toGroup(questions, stateOf) ?? [])
  return { groups: groups.toSorted(mostAskedFirst), leftOut: asked.length - kept.length }
}

function mostAskedFirst(one: Group, other: Group): number {
  const byCount = other.gap.count - one.gap.count
  const byTime = other.latest.askedAt.getTime() - one.latest.askedAt.getTime()
  const byId = one.gap.id < other.gap.id ? -1 : 1
  return byCount || byTime || byId
}

type State = typeof gapStates.$inferSelect

/** `questions` are in the order of time. Null without questions. */
function toGroup(questions: KeyedQuestion<UnansweredQuestion>[], stateOf: ReadonlyMap<string, State>): Group | null {
  const first = questions[0]
  const latest = questions.at(-1)
  if (!first || !latest) return null
  const keys = [...new Set(questions.map(({ key }) => key))]
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
    decision: decisionOf(
      keys.flatMap((key) => stateOf.get(key) ?? []),
      latest.askedAt,
    ),
  }
  return { gap, latest, keys, checkedAt }
}

/** A resolved gap opens again when its question is asked once more. */
function decisionOf(states: readonly State[], lastAsked: Date): Gap['decision'] {
  if (states.some(({ decision }) => decision === 'ignored')) return 'ignored'
  const isResolved = states.some(
    ({ decision, decidedAt }) => decision === 'resolved' && decidedAt !== null && decidedAt >= lastAsked,
  )
  return isResolved ? 'resolved' : 'open'
}
