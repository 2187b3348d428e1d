/**
 * The usual page in one statement, which is a transaction of its own: the round trips of ten would take longer than
 * what they do. Whatever is unusual about a page is store-page's to settle, step by step; then nothing is written here.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { notice } from '#server/events/events.ts'
import type { PassageSpan } from '#server/knowledge/split-passages.ts'
import type { ReadPage } from '#server/reader/reader.ts'
import { type FrontierPage, insertLinks, type LinkRow } from './frontier.ts'
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

/** The crawl as it is now, and its next page; null when nothing was written: no lease, no credit, or the text is there. */
export async function writePage(db: Db, { lease, crawl, page, read, contentHash, spans, links, waitMs, tell }: PageToWrite): Promise<GoOn | null> {
  const { id: crawlId, userId } = crawl
  const pieces = spans.map(({ headingPath, startOffset, endOffset }, position) => ({ p: position, h: headingPath, s: startOffset, e: endOffset }))
  // A row that one statement changes twice is an error; the page's own row becomes 'stored' here.
  const others = links.filter(({ url }) => url !== page.url)
  const result = await db.execute(sql`
    with held as materialized (
      select id from crawls where id = ${crawlId}::uuid and leased_by = ${lease.workerId} for update),
    charged as materialized (
      select deduct_credits(${userId}, 1) as balance from held
       where not exists (select from pages where crawl_id = ${crawlId}::uuid and content_hash = ${contentHash} and language = ${read.language})),
    paid as materialized (select balance from charged where balance is not null),
    ledger as (
      insert into credit_ledger (user_id, amount, reason, crawl_id, url)
      select ${userId}, -1, 'page', ${crawlId}::uuid, ${page.url} from paid),
    stored as (
      update frontier set state = 'stored', reason = null, detail = '', due_at = null
        from paid where id = ${page.id}::bigint),
    page as (
      insert into pages (user_id, crawl_id, url, final_url, title, content, content_hash, language, depth, etag, last_modified, read_by)
      select ${userId}, ${crawlId}::uuid, ${page.url}, ${read.finalUrl}, ${read.title || new URL(page.url).pathname},
             ${read.content}, ${contentHash}, ${read.language}, ${page.depth}::smallint, ${read.etag}, ${read.lastModified}, ${read.readBy}
        from paid
      returning id),
    pieces as (
      insert into passages (page_id, position, heading_path, start_offset, end_offset)
      select page.id, p, h, s, e from page, jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as piece(p int, h jsonb, s int, e int)),
    links as (${insertLinks(crawlId, others, sql`exists (select from paid)`)}
      returning id, url, fetch_url, depth, attempts, canonical_of, state),
    next as materialized (
      select id, url, fetch_url, depth, attempts, canonical_of from (
        (select id, url, fetch_url, depth, attempts, canonical_of from frontier
          where crawl_id = ${crawlId}::uuid and state = 'waiting' and id <> ${page.id}::bigint and (due_at is null or due_at <= now())
          order by depth, id limit 2)
        union all
        (select id, url, fetch_url, depth, attempts, canonical_of from links where state = 'waiting' order by depth, id limit 2)
      ) as found order by depth, id limit 2),
    crawl as (
      update crawls
         set pages_crawled = pages_crawled + 1,
             pages_found = pages_found + (select count(*) from links where state = 'waiting'),
             status = 'crawling',
             started_at = coalesce(started_at, now()),
             current_url = coalesce((select url from next limit 1), current_url),
             current_depth = coalesce((select depth from next limit 1), current_depth),
             next_step_at = case when ${waitMs}::float8 > 0 then now() + make_interval(secs => ${waitMs / 1000}::float8) else next_step_at end
        from paid where id = ${crawlId}::uuid
      returning pages_crawled, pages_found, max_pages, current_url, current_depth, max_depth, stop_requested, waiting),
    told as (
      select ${notice(userId, progressEvent(crawlId))}, ${notice(userId, sql`json_build_object('type', 'credits', 'credits_count', balance)`)}
        from crawl, paid
       where ${tell}::boolean or pages_crawled >= max_pages or not exists (select from next))
    select crawl.*, next.id, next.url, next.fetch_url, next.depth, next.attempts, next.canonical_of,
           (select count(*) from told) as told, (select balance from paid) as balance
      from crawl left join next on true order by next.depth, next.id`)
  const [row, after] = Written.parse(result).rows
  return row ? { ...goOn(crawl, row), pageAfter: after && pageOf(after) } : null
}

const Written = z.object({
  rows: z.array(
    z.object({
      pages_crawled: z.number(),
      pages_found: z.number(),
      max_pages: z.number(),
      current_url: z.string(),
      current_depth: z.number(),
      stop_requested: z.boolean(),
      waiting: z.string(),
      told: z.coerce.number(),
      balance: z.number(),
      id: z.coerce.number().nullable(),
      url: z.string().nullable(),
      fetch_url: z.string().nullable(),
      depth: z.number().nullable(),
      attempts: z.number().nullable(),
      canonical_of: z.string().nullable(),
    }),
  ),
})

/** As `presentCrawl` would say it of this row. */
function progressEvent(crawlId: string) {
  return sql`json_build_object('type', 'crawl', 'id', ${crawlId}::text, 'status', 'crawling', 'waiting', waiting,
    'progress', json_build_object('pagesFound', pages_found, 'pagesCrawled', pages_crawled,
      'currentUrl', left(current_url, 1000), 'currentDepth', current_depth, 'maxDepth', max_depth))`
}

type WrittenRow = z.infer<typeof Written>['rows'][number]

function goOn(crawl: CrawlRow, row: WrittenRow): GoOn {
  return {
    crawl: {
      ...crawl,
      status: 'crawling',
      startedAt: crawl.startedAt ?? new Date(),
      pagesCrawled: row.pages_crawled,
      pagesFound: row.pages_found,
      maxPages: row.max_pages,
      currentUrl: row.current_url,
      currentDepth: row.current_depth,
      stopRequested: row.stop_requested,
      waiting: row.waiting,
    },
    page: pageOf(row),
    untold: row.told === 0,
    balance: row.balance,
  }
}

function pageOf({ id, url, fetch_url: fetchUrl, depth, attempts, canonical_of: canonicalOf }: WrittenRow): FrontierPage | undefined {
  const isThere = id !== null && url !== null && fetchUrl !== null && depth !== null && attempts !== null
  return isThere ? { id, url, fetchUrl, depth, attempts, canonicalOf } : undefined
}
