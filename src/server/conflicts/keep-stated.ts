import { and, eq, inArray } from 'drizzle-orm'
import type { Conflict, Statement } from '#shared/chat/conflicts.ts'
import { currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages } from '#server/platform/db/schema/index.ts'

/**
 * The conflicts without those of which a page of the notebook was crawled again and no longer has the sentence. What
 * was dismissed stays listed as such until the next search.
 */
export async function keepStated(db: Db, ref: NotebookRef, found: Conflict[]): Promise<Conflict[]> {
  if (found.length === 0) return found
  const current = new Map((await currentPages(db, ref)).map(({ id, url }) => [url, id]))
  /** The newer copy of the page of a statement, if the notebook has one. */
  const newCopyOf = ({ url, pageId }: Statement) => {
    const id = current.get(url)
    return id === pageId ? undefined : id
  }
  const newCopies = found.flatMap(({ statements }) => statements.flatMap((each) => newCopyOf(each) ?? []))
  const texts = await readTexts(db, ref, [...new Set(newCopies)])
  const isStated = (statement: Statement) => {
    const id = newCopyOf(statement)
    return id === undefined || texts.get(id)?.includes(statement.sentence) === true
  }
  return found.filter(({ dismissed, statements }) => dismissed || statements.every(isStated))
}

/** Markdown by page id. */
async function readTexts(db: Db, { userId }: NotebookRef, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const batch of inBatches(ids)) {
    const rows = await db
      .select({ id: pages.id, content: pages.content })
      .from(pages)
      .where(and(inArray(pages.id, batch), eq(pages.userId, userId)))
    for (const { id, content } of rows) texts.set(id, content)
  }
  return texts
}
