/**
 * The usual page in one statement, which is a transaction of its own: the round trips of ten would take longer than
 * what they do. Whatever is unusual about a page is store-page's to settle, step by step; then nothing is written here.
 * The statement is a function of the database (migration `store_page`), so that its plan is made once for a connection.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { PassageSpan } from '#server/knowledge/split-passages.ts'
import type { ReadPage } from '#server/reader/reader.ts'
import type { FrontierPage, LinkRow } from './frontier.ts'
import type { CrawlRow, GoOn, Lease } from './step.ts'

type PageToWrite = {
  lease: Lease
  crawl: CrawlRow
  /** Its frontier row waits, under the address that answered. */
  page: FrontierPage
  read: ReadPage
  contentHash: string
  spans: PassageSpan[]
  links: LinkRow[]
  waitMs: number
  /** Tell the person's screens. The last state before a wait or the end is told in any case. */
  tell: boolean
}

/** The crawl as it is now, and its next pages; null when nothing was written: no lease, no credit, or the text is there. */
export async function writePage(db: Db, { lease, crawl, page, read, contentHash, spans, links, waitMs, tell }: PageToWrite): Promise<GoOn | null> {
  const pieces = spans.map(({ headingPath, startOffset, endOffset }, position) => ({ p: position, h: headingPath, s: startOffset, e: endOffset }))
  // A row that one statement changes twice is an error; the page's own row becomes 'stored' here.
  const others = links.filter(({ url }) => url !== page.url)
  const result = await db.execute(sql`
    select store_page(
      ${crawl.id}::uuid, ${lease.workerId}::text, ${crawl.userId}::text, ${page.id}::bigint, ${page.url}::text,
      ${read.finalUrl}::text, ${read.title || new URL(page.url).pathname}::text, ${read.content}::text, ${contentHash}::text,
      ${read.language}::text, ${page.depth}::smallint, ${read.etag}::text, ${read.lastModified}::text, ${read.readBy}::text,
      ${JSON.stringify(pieces)}::jsonb, ${JSON.stringify(others)}::jsonb, ${waitMs / 1000}::float8, ${tell}::boolean) as written`)
  const written = Written.parse(result).rows[0]?.written
  if (!written) return null
  const { next, balance, told, ...progress } = written
  const [nextPage, pageAfter] = next
  const changed = { ...progress, status: 'crawling', startedAt: crawl.startedAt ?? new Date() } as const
  return { crawl: { ...crawl, ...changed }, page: nextPage, pageAfter, untold: !told, balance }
}

const Written = z.object({
  rows: z.array(
    z.object({
      written: z
        .object({
          pagesCrawled: z.number(),
          pagesFound: z.number(),
          maxPages: z.number(),
          currentUrl: z.string(),
          currentDepth: z.number(),
          stopRequested: z.boolean(),
          waiting: z.string(),
          balance: z.number(),
          told: z.boolean(),
          next: z.array(
            z.object({
              id: z.number(),
              url: z.string(),
              fetchUrl: z.string(),
              depth: z.number(),
              attempts: z.number(),
              canonicalOf: z.string().nullable(),
            }),
          ),
        })
        .nullable(),
    }),
  ),
})
