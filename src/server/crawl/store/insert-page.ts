import type { SQL } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages, passages } from '#server/platform/db/schema/index.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import type { PassageSpan } from '#server/retrieval/split-passages.ts'

/** A row of `pages` without the columns that come from the fetched page. */
type NewPage = Omit<
  typeof pages.$inferInsert,
  'id' | 'finalUrl' | 'title' | 'content' | 'language' | 'etag' | 'lastModified' | 'uncertain' | 'readBy' | 'checkedAt'
> & { checkedAt?: SQL }

/** Within `tx`: inserts a fetched page with its passages and returns its id. */
export async function insertPage(tx: Db, read: ReadPage, spans: PassageSpan[], row: NewPage): Promise<string> {
  const { finalUrl, content, language, etag, lastModified, uncertain = false, readBy } = read
  const title = read.title || new URL(row.url).pathname
  const [inserted] = await tx
    .insert(pages)
    .values({ ...row, finalUrl, title, content, language, etag, lastModified, uncertain, readBy })
    .returning({ id: pages.id })
  if (!inserted) throw new Error('insert into pages returned no row')
  const rows = spans.map((span, position) => ({ pageId: inserted.id, position, ...span }))
  for (const batch of inBatches(rows)) await tx.insert(passages).values(batch)
  return inserted.id
}
