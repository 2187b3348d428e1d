import { and, asc, eq } from 'drizzle-orm'
import type { ReportedQuestion } from '#shared/chat/change-reports.ts'
import type { NotebookRef } from '#server/chat/notebook-pages.ts'
import { isPage, words } from '#server/golden/judge-golden-question.ts'
import type { Db } from '#server/platform/db/database.ts'
import { goldenQuestions } from '#server/platform/db/schema/index.ts'

type ComparedPage = { url: string; isGone: boolean; before(): Promise<string>; after(): Promise<string> }

/**
 * The golden questions that the changed and removed pages touch: their sentence was on such a page and is no longer
 * there, or their page is one of them. A run of the questions shows which of them no longer pass.
 */
export async function touchedQuestions(
  db: Db,
  { userId, notebookId }: NotebookRef,
  changedPages: readonly ComparedPage[],
): Promise<ReportedQuestion[]> {
  if (changedPages.length === 0) return []
  const questions = await db
    .select()
    .from(goldenQuestions)
    .where(and(eq(goldenQuestions.notebookId, notebookId), eq(goldenQuestions.userId, userId)))
    .orderBy(asc(goldenQuestions.position))
  const touched = new Map<string, ReportedQuestion>()
  const wanted = questions.map((question) => ({ ...question, words: question.sentence && words(question.sentence) }))
  for (const changed of questions.length > 0 ? changedPages : []) {
    const hasSentences = wanted.some(({ sentence }) => sentence !== null)
    const before = hasSentences ? words(await changed.before()) : ''
    const after = hasSentences && !changed.isGone ? words(await changed.after()) : ''
    for (const { id, question, page, sentence, words: text } of wanted) {
      const isLost = text !== null && before.includes(text) && !after.includes(text)
      if (!isLost && !(page && isPage(changed.url, page))) continue
      // A lost sentence says more than a changed page.
      if (touched.has(id) && !isLost) continue
      const how = isLost ? 'sentence' : 'page'
      touched.set(id, { question_id: id, question, touched: how, sentence, url: changed.url })
    }
  }
  return [...touched.values()]
}
