/** The pages an answer may draw on, first without and then with their text; the owner stands in every query. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pages } from '#server/db/schema/index.ts'
import type { SourcePage } from '#server/models/engine.ts'
import type { Selection } from './selected-passages.ts'

/** In the order of the selection. */
export async function selectedPages(db: Db, userId: string, selection: Selection): Promise<SourcePage[]> {
  const rows = await db
    .select({
      id: pages.id,
      url: pages.url,
      title: pages.title,
      summary: pages.summary,
      mainPoints: pages.mainPoints,
      // Unlike the number of characters it is known without reading the text.
      bytes: sql<number>`octet_length(${pages.content})`.mapWith(Number),
    })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, selection.pageIds)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return selection.pageIds.flatMap((id) => byId.get(id) ?? [])
}

/** Their texts, by id. */
export async function readPages(db: Db, userId: string, selection: Selection): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: pages.id, content: pages.content })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, selection.pageIds)))
  return new Map(rows.map(({ id, content }) => [id, content]))
}
