import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import type { ReadPage } from '#server/fetching/reader.ts'

/** A row of `pages` without the columns that come from the fetched page. */
type NewPage = Omit<
  typeof pages.$inferInsert,
  'id' | 'finalUrl' | 'title' | 'content' | 'language' | 'etag' | 'lastModified' | 'uncertain' | 'readBy' | 'checkedAt'
> & { checkedAt?: SQL }

/** Within `tx`: inserts fetched pages and returns their ids in the same order. */
export async function insertPages(tx: Db, newPages: readonly { read: ReadPage; row: NewPage }[]): Promise<string[]> {
  if (newPages.length === 0) return []
  const ids = newPages.map(() => randomUUID())
  await tx.insert(pages).values(
    newPages.map(({ read, row }, n) => {
      const { finalUrl, content, language, etag, lastModified, uncertain = false, readBy } = read
      const title = read.title || new URL(row.url).pathname
      // Pages are listed in this order.
      const fetchedAt = sql`now() + ${n} * interval '1 microsecond'`
      return {
        ...row,
        id: ids[n],
        fetchedAt,
        finalUrl,
        title,
        content,
        language,
        etag,
        lastModified,
        uncertain,
        readBy,
      }
    }),
  )
  return ids
}
