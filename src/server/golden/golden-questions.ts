/** The golden questions of a notebook: list, add, import, change, delete. */
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type {
  GoldenQuestion,
  GoldenQuestionInput,
  GoldenQuestions,
  GoldenRun,
  GoldenSite,
} from '#shared/chat/golden-questions.ts'
import { AppError } from '#shared/errors.ts'
import { assertOwnNotebook, ownNotebook, type NotebookRef } from '#server/chat/notebook-pages.ts'
import { planOf } from '#server/credits/plan-of.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { goldenQuestions, goldenRuns, notebooks } from '#server/platform/db/schema/index.ts'

type QuestionRef = { userId: string; questionId: string }

/** Runs that are kept and shown. */
const KEPT_RUNS = 50

/** With the runs, and the results of the newest one. Throws AppError 'notebook.not-found'. */
export async function listGoldenQuestions({ db }: { db: Db }, ref: NotebookRef): Promise<GoldenQuestions> {
  const notebook = await assertOwnNotebook(db, ref)
  const [questions, runs] = await Promise.all([
    db.select().from(goldenQuestions).where(inNotebook(ref)).orderBy(asc(goldenQuestions.position)),
    db
      .select()
      .from(goldenRuns)
      .where(and(eq(goldenRuns.notebookId, ref.notebookId), eq(goldenRuns.userId, ref.userId)))
      .orderBy(desc(goldenRuns.ranAt))
      .limit(KEPT_RUNS),
  ])
  const ids = new Set(questions.map(({ id }) => id))
  return {
    site: notebook.goldenSite ?? {},
    questions: questions.map(presentQuestion),
    runs: runs.map(presentRun),
    // A question that was deleted since has no row to be shown in.
    results: (runs[0]?.results ?? []).filter(({ question_id }) => ids.has(question_id)),
  }
}

/**
 * Adds questions; one that the notebook has already is replaced, as is the site if a file names one. Throws AppError
 * 'notebook.not-found' and 'golden.too-many'.
 */
export async function addGoldenQuestions(
  { db }: { db: Db },
  {
    questions,
    site = {},
    userId,
    notebookId,
  }: NotebookRef & { questions: readonly GoldenQuestionInput[]; site?: GoldenSite },
): Promise<GoldenQuestion[]> {
  const ref = { userId, notebookId }
  // PostgreSQL refuses to update one row twice: the last of equal questions counts.
  const added = [...new Map(questions.map((each) => [each.question, each])).values()]
  return db.transaction(async (tx) => {
    // Of two imports, one waits here, so that both count the questions of the other.
    const [own] = await tx.select({ id: notebooks.id }).from(notebooks).where(ownNotebook(ref)).for('update')
    if (!own) throw new AppError('notebook.not-found')
    if (Object.keys(site).length > 0) await tx.update(notebooks).set({ goldenSite: site }).where(ownNotebook(ref))
    const stored: GoldenQuestion[] = []
    for (const batch of inBatches(added)) {
      const rows = await tx
        .insert(goldenQuestions)
        .values(batch.map((each) => ({ ...ref, ...toColumns(each) })))
        .onConflictDoUpdate({
          target: [goldenQuestions.notebookId, goldenQuestions.question, goldenQuestions.userId],
          set: {
            page: sql`excluded.page`,
            sentence: sql`excluded.sentence`,
            mustInclude: sql`excluded.must_include`,
            mustNotInclude: sql`excluded.must_not_include`,
          },
        })
        .returning()
      stored.push(...rows.map(presentQuestion))
    }
    const { maxGoldenQuestions } = await planOf(tx, ref.userId)
    const [total] = await tx.select({ n: count() }).from(goldenQuestions).where(inNotebook(ref))
    if ((total?.n ?? 0) > maxGoldenQuestions) throw new AppError('golden.too-many', { n: maxGoldenQuestions })
    return stored
  })
}

/** Throws AppError 'notebook.not-found'. */
export async function changeGoldenSite(
  { db }: { db: Db },
  { site, ...ref }: NotebookRef & { site: GoldenSite },
): Promise<GoldenSite> {
  const [changed] = await db
    .update(notebooks)
    .set({ goldenSite: site })
    .where(ownNotebook(ref))
    .returning({ site: notebooks.goldenSite })
  if (!changed) throw new AppError('notebook.not-found')
  return changed.site ?? {}
}

/** Throws AppError 'golden.not-found' and 'golden.exists'. */
export async function changeGoldenQuestion(
  { db }: { db: Db },
  { input, ...ref }: QuestionRef & { input: GoldenQuestionInput },
): Promise<GoldenQuestion> {
  const [changed] = await db
    .update(goldenQuestions)
    .set(toColumns(input))
    .where(ownQuestion(ref))
    .returning()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new AppError('golden.exists', {}, { field: 'question', cause: error })
      throw error
    })
  if (!changed) throw new AppError('golden.not-found')
  return presentQuestion(changed)
}

/** Throws AppError 'golden.not-found'. */
export async function deleteGoldenQuestion({ db }: { db: Db }, ref: QuestionRef) {
  const deleted = await db.delete(goldenQuestions).where(ownQuestion(ref)).returning({ id: goldenQuestions.id })
  if (deleted.length === 0) throw new AppError('golden.not-found')
}

export const inNotebook = ({ userId, notebookId }: NotebookRef) =>
  and(eq(goldenQuestions.notebookId, notebookId), eq(goldenQuestions.userId, userId))

const ownQuestion = ({ userId, questionId }: QuestionRef) =>
  and(eq(goldenQuestions.id, questionId), eq(goldenQuestions.userId, userId))

const toColumns = ({ question, page, sentence, must_include, must_not_include }: GoldenQuestionInput) => ({
  question,
  page,
  sentence,
  mustInclude: must_include,
  mustNotInclude: must_not_include,
})

export function presentQuestion(row: typeof goldenQuestions.$inferSelect): GoldenQuestion {
  const { id, question, page, sentence, mustInclude, mustNotInclude } = row
  return { id, question, page, sentence, must_include: mustInclude, must_not_include: mustNotInclude }
}

function presentRun({ id, ranAt, pages, results }: typeof goldenRuns.$inferSelect): GoldenRun {
  const number = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  return {
    id,
    ran_at: ranAt.toISOString(),
    pages,
    passed: number('passed'),
    changed: number('changed'),
    lost: number('lost'),
    failed: number('failed'),
  }
}

/** Deletes the runs beyond those that are kept. */
export async function deleteOldRuns(tx: Db, { userId, notebookId }: NotebookRef) {
  const old = tx
    .select({ id: goldenRuns.id })
    .from(goldenRuns)
    .where(and(eq(goldenRuns.notebookId, notebookId), eq(goldenRuns.userId, userId)))
    .orderBy(desc(goldenRuns.ranAt))
    .offset(KEPT_RUNS)
  await tx.delete(goldenRuns).where(inArray(goldenRuns.id, old))
}
