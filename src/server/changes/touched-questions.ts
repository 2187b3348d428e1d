import { and, asc, eq } from 'drizzle-orm'
import type { ReportedQuestion } from '#shared/chat/change-reports.ts'
import type { NotebookRef } from '#server/chat/notebook-pages.ts'
import { isPage, words } from '#server/golden/judge-golden-question.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { goldenQuestions, pages } from '#server/platform/db/schema/index.ts'

/** `newPageId` is null for a page that is gone. */
type ComparedPage = { url: string; pageId: string; newPageId: string | null }

/** The texts of so many pages, before and after, are in memory together. */
const PAGES_PER_QUERY = 50

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
  if (questions.length === 0) return []
  const touched = new Map<string, ReportedQuestion>()
  const wanted = questions.map((question) => ({ ...question, words: question.sentence && words(question.sentence) }))
  const hasSentences = wanted.some(({ sentence }) => sentence !== null)
  for (const batch of inBatches(changedPages, PAGES_PER_QUERY)) {
    const texts = hasSentences ? await readTexts(db, userId, batch) : new Map<string, string>()
    for (const { url, pageId, newPageId } of batch) {
      const before = words(texts.get(pageId) ?? '')
      const after = words(texts.get(newPageId ?? '') ?? '')
      for (const { id, question, page, sentence, words: text } of wanted) {
        const isLost = text !== null && before.includes(text) && !after.includes(text)
        if (!isLost && !(page && isPage(url, page))) continue
        // A lost sentence says more than a changed page.
        if (touched.has(id) && !isLost) continue
        touched.set(id, { question_id: id, question, touched: isLost ? 'sentence' : 'page', sentence, url })
      }
    }
  }
  return [...touched.values()]
}

async function readTexts(db: Db, userId: string, compared: readonly ComparedPage[]): Promise<Map<string, string>> {
  const ids = compared.flatMap(({ pageId, newPageId }) => (newPageId ? [pageId, newPageId] : [pageId]))
  const rows = await db
    .select({ id: pages.id, content: pages.content })
    .from(pages)
    .where(and(isAnyOf(pages.id, ids), eq(pages.userId, userId)))
  return new Map(rows.map(({ id, content }) => [id, content]))
}
