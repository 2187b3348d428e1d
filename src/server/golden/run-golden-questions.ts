/** Runs the golden questions of a notebook over its current pages, with the built-in engine. Costs no credit. */
import { and, asc, desc, eq } from 'drizzle-orm'
import type { GoldenQuestions, GoldenResult } from '#shared/chat/golden-questions.ts'
import { answerQuestion, type AnswerServices } from '#server/answering/answer-question.ts'
import { loadPassages, resolveSelection } from '#server/answering/selection.ts'
import { assertOwnNotebook, currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
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
  const [previous] = await db
    .select({ results: goldenRuns.results })
    .from(goldenRuns)
    .where(and(eq(goldenRuns.notebookId, ref.notebookId), eq(goldenRuns.userId, ref.userId)))
    .orderBy(desc(goldenRuns.ranAt))
    .limit(1)
  const before = new Map(previous?.results.map((result) => [result.question_id, result.outcome]))
  const site = await openPages(services, ref)
  const results: GoldenResult[] = []
  for (const question of rows.map(presentQuestion)) {
    const judged = await judgeGoldenQuestion(question, site)
    results.push({
      question_id: question.id,
      question: question.question,
      expected: question.sentence,
      newly_answered: judged.outcome === 'passed' && (before.get(question.id) ?? 'passed') !== 'passed',
      ...judged,
    })
  }
  await db.transaction(async (tx) => {
    await tx.insert(goldenRuns).values({ ...ref, ranAt: new Date(), pages: site.pages.length, results })
    await deleteOldRuns(tx, ref)
  })
  return listGoldenQuestions({ db }, ref)
}

async function openPages(services: AnswerServices, ref: NotebookRef): Promise<GoldenPages> {
  const { db, finder } = services
  const { userId } = ref
  const pages = await currentPages(db, ref)
  const selection = await resolveSelection(
    db,
    userId,
    pages.map(({ id }) => id),
  )
  const indexed = { key: selection.key, load: () => loadPassages(db, userId, selection) }
  return {
    pages,
    passagesOf: (pageId) => finder.passagesOf({ ...indexed, pageId }),
    search: (sentence) => finder.find({ ...indexed, question: sentence, limit: SEARCHED_PASSAGES }),
    async answer(question) {
      const asked = { userId, selection, question, history: [], isCounted: false, onText: () => undefined }
      const answer = await answerQuestion({ ...services, engine, embedder: null, reranker: null }, asked)
      const urls = answer.citations.flatMap(({ url, state }) => (state === 'not-found' ? [] : url))
      return { text: answer.text, kind: answer.used?.kind ?? 'refused', urls }
    },
  }
}
