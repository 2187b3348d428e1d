import { and, eq, inArray } from 'drizzle-orm'
import type { Conflict, Statement } from '#shared/chat/conflicts.ts'
import { currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages } from '#server/platform/db/schema/index.ts'

/** The conflicts of which the current pages of the notebook still have both sentences. */
export async function keepStated(db: Db, ref: NotebookRef, found: Conflict[]): Promise<Conflict[]> {
  if (found.length === 0) return found
  const current = new Map((await currentPages(db, ref)).map(({ id, url }) => [url, id]))
  const isReplaced = ({ url, pageId }: Statement) => current.get(url) !== pageId
  const replacing = found.flatMap(({ statements }) => statements.filter(isReplaced).map(({ url }) => current.get(url)))
  const texts = await readTexts(db, ref, [...new Set(replacing.filter((id) => id !== undefined))])
  const isStated = (statement: Statement) =>
    !isReplaced(statement) || texts.get(current.get(statement.url) ?? '')?.includes(statement.sentence) === true
  return found.filter(({ statements }) => statements.every(isStated))
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
