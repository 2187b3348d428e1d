import type { SQL } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pages, passages } from '#server/db/schema/index.ts'
import type { PassageSpan } from '#server/knowledge/split-passages.ts'
import type { ReadPage } from '#server/reader/reader.ts'

/** A row of `pages` without what the reading itself says. */
type About = Omit<
  typeof pages.$inferInsert,
  'id' | 'finalUrl' | 'title' | 'content' | 'language' | 'etag' | 'lastModified' | 'readBy' | 'checkedAt'
> & { checkedAt?: SQL }

/** Within `tx`: a page as it was read, with its passages. Answers its id. */
export async function insertPage(tx: Db, read: ReadPage, spans: PassageSpan[], about: About): Promise<string> {
  const { finalUrl, content, language, etag, lastModified, readBy } = read
  const title = read.title || new URL(about.url).pathname
  const [inserted] = await tx
    .insert(pages)
    .values({ ...about, finalUrl, title, content, language, etag, lastModified, readBy })
    .returning({ id: pages.id })
  if (!inserted) throw new Error('an insert answered no row')
  const pageId = inserted.id
  if (spans.length > 0) await tx.insert(passages).values(spans.map((span, position) => ({ pageId, position, ...span })))
  return pageId
}
