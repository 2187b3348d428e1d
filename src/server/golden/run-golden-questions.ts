/** Runs the golden questions of a notebook over its current pages, with the built-in engine. Costs no credit. */
import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq } from 'drizzle-orm'
import type { GoldenOutcome, GoldenQuestion, GoldenQuestions, GoldenResult } from '#shared/chat/golden-questions.ts'
import { answerQuestion, type AnswerServices } from '#server/answering/answer-question.ts'
import { loadPassages, resolveSelection } from '#server/answering/selection.ts'
import { assertOwnNotebook, currentPages, type NotebookRef, type PageRef } from '#server/chat/notebook-pages.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import type { Db } from '#server/platform/db/database.ts'
import { goldenQuestions, goldenRuns } from '#server/platform/db/schema/index.ts'
import { deleteOldRuns, inNotebook, listGoldenQuestions, presentQuestion } from './golden-questions.ts'
import { type GoldenPages, judgeGoldenQuestion } from './judge-golden-question.ts'

/** Always the built-in engine: a language model may answer the same question in different ways. */
const engine = createExtractiveEngine()
/** Passages that are compared with a sentence that is not on its page. */
const SEARCHED_PASSAGES = 10

/** Throws AppError 'notebook.not-found'. */
export async function runGoldenQuestions(services: AnswerServices, ref: NotebookRef): Promise<GoldenQuestions> {
  const { db } = services
  await assertOwnNotebook(db, ref)
  const rows = await db.select().from(goldenQuestions).where(inNotebook(ref)).orderBy(asc(goldenQuestions.position))
  const questions = rows.map(presentQuestion)
  const earlierOutcomes = await readLastOutcomes(db, ref)
  const pages = await currentPages(db, ref)
  const judged = await judgeGoldenQuestions(services, { userId: ref.userId, pages, questions })
  const results = judged.map((result) => {
    // A new question counts as passed before.
    const earlier = earlierOutcomes.get(result.question_id) ?? 'passed'
    return { ...result, newly_answered: result.outcome === 'passed' && earlier !== 'passed' }
  })
  await db.transaction(async (tx) => {
    await tx.insert(goldenRuns).values({ ...ref, ranAt: new Date(), pages: pages.length, results })
    await deleteOldRuns(tx, ref)
  })
  return listGoldenQuestions({ db }, ref)
}

/** The outcomes of the last run, by question. */
async function readLastOutcomes(db: Db, { notebookId, userId }: NotebookRef): Promise<Map<string, GoldenOutcome>> {
  const [lastRun] = await db
    .select({ results: goldenRuns.results })
    .from(goldenRuns)
    .where(and(eq(goldenRuns.notebookId, notebookId), eq(goldenRuns.userId, userId)))
    .orderBy(desc(goldenRuns.ranAt))
    .limit(1)
  return new Map(lastRun?.results.map((result) => [result.question_id, result.outcome]))
}

type OverPages = { userId: string; pages: readonly PageRef[]; questions: readonly GoldenQuestion[] }

/** Judges the questions over these pages, without storing anything; none is newly answered. */
export async function judgeGoldenQuestions(
  services: AnswerServices,
  { userId, pages, questions }: OverPages,
): Promise<GoldenResult[]> {
  const site = await openPages(services, { userId, pages })
  const results: GoldenResult[] = []
  for (const golden of questions) {
    const { id, question, sentence } = golden
    // Other requests come between two questions.
    await setImmediate()
    const judged = await judgeGoldenQuestion(golden, site)
    results.push({ question_id: id, question, expected: sentence, newly_answered: false, ...judged })
  }
  return results
}

/** The pages as a judge asks them. */
export async function openPages(
  services: AnswerServices,
  { userId, pages }: Pick<OverPages, 'userId' | 'pages'>,
): Promise<GoldenPages> {
  const { db, finder } = services
  const pageIds = pages.map(({ id }) => id)
  const selection = await resolveSelection(db, userId, pageIds)
  const indexed = { key: selection.key, load: () => loadPassages(db, userId, selection) }
  return {
    pages,
    passagesOf: (pageId) => finder.passagesOf({ ...indexed, pageId }),
    search: (sentence) => finder.find({ ...indexed, question: sentence, limit: SEARCHED_PASSAGES }),
    async answer(question) {
      const asked = { userId, selection, question, history: [], isCounted: false, onText: () => undefined }
      const answer = await answerQuestion({ ...services, engine, embedder: null, reranker: null }, asked)
      const urls = answer.citations.filter(({ state }) => state !== 'not-found').map(({ url }) => url)
      const cited = answer.citations.find(({ state }) => state === 'quoted')
      const closest = cited && { page_id: cited.pageId, url: cited.url, title: cited.title, sentence: cited.sentence }
      return { text: answer.text, kind: answer.used?.kind ?? 'refused', urls, closest: closest ?? null }
    },
  }
}
