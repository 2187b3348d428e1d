/** The passages of the pages an answer may draw on; the owner stands in every query. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { pages, passages } from '#server/db/schema/index.ts'
import type { IndexablePassage } from '#server/knowledge/index-passages.ts'

export type Selection = {
  /** Names the pages and their versions: equal keys, equal passages. */
  key: string
  pageIds: string[]
}

/** The given pages as far as they are this person's; an unknown id is simply not found. */
export async function selectionOf(db: Db, userId: string, pageIds: string[]): Promise<Selection> {
  if (pageIds.length === 0) return { key: '', pageIds: [] }
  const rows = await db
    .select({ id: pages.id, hash: pages.contentHash })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds)))
    .orderBy(asc(pages.id))
  const key = createHash('sha256')
  for (const row of rows) key.update(`${row.id} ${row.hash}\n`)
  return { key: key.digest('base64url'), pageIds: rows.map((row) => row.id) }
}

/** Pages fetched in one statement while passages are loaded: about a megabyte of text. */
const PAGES_PER_LOAD = 50

/** `onLoaded` is told how many further pages were read. */
export async function loadPassages(
  db: Db,
  userId: string,
  selection: Selection,
  onLoaded?: (pages: number) => Promise<void>,
): Promise<IndexablePassage[]> {
  const loaded: IndexablePassage[] = []
  for (const ids of inBatches(selection.pageIds, PAGES_PER_LOAD)) {
    loaded.push(...(await passagesOf(db, userId, ids)))
    await onLoaded?.(ids.length)
  }
  return loaded
}

async function passagesOf(db: Db, userId: string, pageIds: string[]): Promise<IndexablePassage[]> {
  const [texts, spans] = await Promise.all([
    db
      .select({ id: pages.id, url: pages.url, title: pages.title, content: pages.content, language: pages.language })
      .from(pages)
      .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds))),
    db
      .select()
      .from(passages)
      .where(inArray(passages.pageId, pageIds))
      .orderBy(sql`${passages.pageId}, ${passages.position}`),
  ])
  const pageById = new Map(texts.map((page) => [page.id, page]))
  return spans.flatMap((span) => {
    const page = pageById.get(span.pageId)
    if (!page) return []
    return [
      {
        id: span.id,
        pageId: page.id,
        pageUrl: page.url,
        pageTitle: page.title,
        language: page.language,
        headingPath: span.headingPath,
        text: page.content.slice(span.startOffset, span.endOffset),
        startOffset: span.startOffset,
      },
    ]
  })
}
