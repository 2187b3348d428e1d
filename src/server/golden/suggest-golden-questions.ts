import type { SuggestedGoldenQuestions } from '#shared/chat/golden-questions.ts'
import type { AnswerServices } from '#server/answering/answer-question.ts'
import { suggestQuestions } from '#server/answering/suggest-questions.ts'
import { assertOwnNotebook, currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import { goldenQuestions } from '#server/platform/db/schema/index.ts'
import { inNotebook } from './golden-questions.ts'
import { openPages } from './run-golden-questions.ts'

const MAX_SUGGESTED = 5

/**
 * Questions that the pages of a notebook answer, each with the sentence of its answer, without those that the notebook
 * has. Throws AppError 'notebook.not-found'.
 */
export async function suggestGoldenQuestions(
  services: AnswerServices,
  ref: NotebookRef,
): Promise<SuggestedGoldenQuestions> {
  const { db } = services
  const { userId } = ref
  await assertOwnNotebook(db, ref)
  const kept = await db.select({ question: goldenQuestions.question }).from(goldenQuestions).where(inNotebook(ref))
  const pages = await currentPages(db, ref)
  if (pages.length === 0) return { questions: [] }
  const { questions } = await suggestQuestions(services, {
    userId,
    pageIds: pages.map(({ id }) => id),
    limit: MAX_SUGGESTED,
    except: new Set(kept.map(({ question }) => question)),
  })
  const site = await openPages(services, { userId, pages })
  const suggested: SuggestedGoldenQuestions['questions'] = []
  for (const question of questions) {
    const { closest } = await site.answer(question)
    if (closest) suggested.push({ question, page: closest.url, title: closest.title, sentence: closest.sentence })
  }
  return { questions: suggested }
}
