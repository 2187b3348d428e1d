/** The frontier of a crawl: every address found, in breadth-first order, each waiting, stored or skipped with a reason. */
import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { SkipReason } from '#shared/crawls.ts'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { frontier } from '#server/db/schema/index.ts'
import type { FoundLink, ReadPage } from '#server/reader/reader.ts'
import type { LinkRules } from './link-rules.ts'
import { type CrawlScope, judgeLink } from './links.ts'

export type FrontierPage = Pick<typeof frontier.$inferSelect, 'id' | 'url' | 'fetchUrl' | 'depth' | 'attempts' | 'canonicalOf'>

/** A statement takes values of 10 MB at most (db/value-cap.ts), and a row can have two addresses of 2,000 characters. */
export const ROWS_AT_ONCE = 2000

const columns = {
  id: frontier.id,
  url: frontier.url,
  fetchUrl: frontier.fetchUrl,
  depth: frontier.depth,
  attempts: frontier.attempts,
  canonicalOf: frontier.canonicalOf,
}

/** Said as literals: only then does the planner see that the index of such addresses answers it, already in order. */
const isWaiting = sql`${frontier.state} = 'waiting'`
export const isSkipped = sql`${frontier.state} = 'skipped'`

/** The next page whose turn has come: lowest depth first, then first found. Undefined when none is due. */
export async function nextDuePage(db: Db, crawlId: string): Promise<FrontierPage | undefined> {
  const [page] = await nextDuePages(db, crawlId, 1)
  return page
}

/** The next `most` of them. */
export async function nextDuePages(db: Db, crawlId: string, most: number): Promise<FrontierPage[]> {
  return db
    .select(columns)
    .from(frontier)
    .where(
      and(
        eq(frontier.crawlId, crawlId),
        isWaiting,
        or(isNull(frontier.dueAt), lte(frontier.dueAt, sql`now()`)),
      ),
    )
    .orderBy(asc(frontier.depth), asc(frontier.id))
    .limit(most)
}

/** Milliseconds until the first page that waits for its retry is due, by the database's clock; null when no page waits at all. */
export async function msUntilRetry(db: Db, crawlId: string): Promise<number | null> {
  const [row] = await db
    .select({ ms: sql<number>`coalesce(extract(epoch from ${frontier.dueAt} - statement_timestamp()) * 1000, 0)::float8` })
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawlId), isWaiting))
    .orderBy(sql`${frontier.dueAt} asc nulls first`)
    .limit(1)
  return row ? Math.max(row.ms, 0) : null
}

export async function markStored(tx: Db, id: number) {
  await tx.update(frontier).set({ state: 'stored', reason: null, detail: '', dueAt: null }).where(eq(frontier.id, id))
}

export async function markSkipped(tx: Db, id: number, reason: SkipReason, detail: string) {
  await tx.update(frontier).set({ state: 'skipped', reason, detail, dueAt: null }).where(eq(frontier.id, id))
}

/** The page returns to the frontier with a due time, so that nothing else waits for it. */
export async function markForRetry(tx: Db, page: FrontierPage, waitMs: number, detail: string) {
  await tx
    .update(frontier)
    .set({ attempts: page.attempts + 1, detail, dueAt: sql`now() + make_interval(secs => ${waitMs / 1000})` })
    .where(eq(frontier.id, page.id))
}

/** All that still wait are skipped for one reason: the page limit, a stop, no credits. */
export async function skipWaiting(tx: Db, crawlId: string, reason: SkipReason) {
  await tx
    .update(frontier)
    .set({ state: 'skipped', reason, detail: '', dueAt: null })
    .where(and(eq(frontier.crawlId, crawlId), isWaiting))
}

/** What is known of an address in this crawl, if it was found before. */
export async function findAddress(tx: Db, crawlId: string, url: string) {
  const [row] = await tx
    .select({ ...columns, state: frontier.state })
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawlId), eq(frontier.url, url)))
  return row
}

/** How far a crawl goes. */
export type CrawlReach = { maxDepth: number; scope: CrawlScope; rules: LinkRules }

export type LinkRow = {
  url: string
  fetch_url: string
  depth: number
  state: 'waiting' | 'skipped'
  reason: SkipReason | null
  detail: string
}

/** A page as a source of links. `url` is its identity. */
type LinkSource = Pick<ReadPage, 'links' | 'leftOut'> & { url: string; depth: number }

/**
 * Adds the links of a page. Those that may be read wait one deeper; the others are kept with their reason. Answers how
 * many now wait that did not before.
 */
export async function addLinks(tx: Db, crawl: CrawlReach & { id: string }, page: LinkSource): Promise<number> {
  return insertRows(tx, crawl.id, linkRows(crawl, page))
}

/** The links of a page as rows of the frontier, each address once, and one row for what no limit had room for. */
export function linkRows(crawl: CrawlReach, { url, depth, links, leftOut }: LinkSource): LinkRow[] {
  const rows = new Map<string, LinkRow>()
  for (const link of links) {
    const row = toRow(crawl, depth, link)
    if (!row) continue
    const known = rows.get(row.url)
    if (!known || (known.state === 'skipped' && row.state === 'waiting')) rows.set(row.url, row)
  }
  return leftOut ? [...rows.values(), leftOutRow(url, depth, leftOut)] : [...rows.values()]
}

/** No page's identity has a fragment, so this address is the row's own. */
function leftOutRow(url: string, depth: number, { links, text }: NonNullable<ReadPage['leftOut']>): LinkRow {
  const words = [links > 0 && (links === 1 ? '1 link' : `${links} links`), text && 'text at its end'].filter(Boolean)
  const detail = `Not kept: ${words.join(' and ')}`
  return { url: `${url}#cut`, fetch_url: '', depth, state: 'skipped', reason: 'cut', detail }
}

/** Adds one address as it is: the start page, the target of a redirect. Answers 1 when it now waits, else 0. */
export async function addAddress(tx: Db, crawlId: string, address: { url: string; fetchUrl: string; depth: number }) {
  return insertRows(tx, crawlId, [
    { url: address.url, fetch_url: address.fetchUrl, depth: address.depth, state: 'waiting', reason: null, detail: '' },
  ])
}

function toRow(crawl: CrawlReach, depth: number, link: FoundLink): LinkRow | null {
  const verdict = judgeLink(crawl.scope, link.url, crawl.rules)
  if (!verdict) return null
  const skip = (reason: SkipReason, detail = ''): LinkRow => ({
    url: verdict.url,
    fetch_url: '',
    depth: depth + 1,
    state: 'skipped',
    reason,
    detail,
  })
  if (!verdict.ok) return skip(verdict.reason, verdict.detail)
  if (link.nofollow) return skip('nofollow')
  if (depth >= crawl.maxDepth) return skip('beyond-depth')
  return { url: verdict.url, fetch_url: verdict.fetchUrl, depth: depth + 1, state: 'waiting', reason: null, detail: '' }
}

const Inserted = z.object({ rows: z.array(z.object({ state: z.string() })) })

async function insertRows(tx: Db, crawlId: string, rows: LinkRow[]): Promise<number> {
  let found = 0
  for (const some of inBatches(rows, ROWS_AT_ONCE)) {
    const result = await tx.execute(sql`${insertLinks(crawlId, some, sql`true`)} returning state`)
    found += Inserted.parse(result).rows.filter((row) => row.state === 'waiting').length
  }
  return found
}

/**
 * One statement for at most ROWS_AT_ONCE links, without its RETURNING. An address first seen too deep, or only behind
 * nofollow, waits after all when it is found again within reach.
 */
export function insertLinks(crawlId: string, rows: LinkRow[], condition: SQL): SQL {
  return sql`
    insert into frontier (crawl_id, url, fetch_url, depth, state, reason, detail)
    select ${crawlId}::uuid, url, fetch_url, depth, state, reason, detail
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as link(url text, fetch_url text, depth smallint, state text, reason text, detail text)
     where ${condition}
    on conflict (crawl_id, url) do update
      set state = 'waiting', reason = null, detail = '', depth = excluded.depth, fetch_url = excluded.fetch_url
      where frontier.state = 'skipped' and frontier.reason in ('beyond-depth', 'nofollow') and excluded.state = 'waiting'`
}
