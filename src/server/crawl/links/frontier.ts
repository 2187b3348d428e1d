/**
 * The frontier of a crawl: every address found, in breadth-first order; each is waiting, stored, or skipped with a
 * reason.
 */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { failedReasons, type SkipReason } from '#shared/crawl/skip-reasons.ts'
import type { Detail } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { detailColumns, NO_DETAIL, presentDetail } from '#server/platform/db/detail.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { crawls, frontier } from '#server/platform/db/schema/index.ts'
import type { FoundLink } from '#server/extraction/read-html.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import type { LinkRules } from './link-rules.ts'
import { type CrawlScope, judgeLink } from './links.ts'

export type FrontierPage = Pick<
  typeof frontier.$inferSelect,
  'id' | 'url' | 'fetchUrl' | 'depth' | 'attempts' | 'canonicalOf'
>

const columns = {
  id: frontier.id,
  url: frontier.url,
  fetchUrl: frontier.fetchUrl,
  depth: frontier.depth,
  attempts: frontier.attempts,
  canonicalOf: frontier.canonicalOf,
}

/** Literals, not parameters: only then does the planner use the partial indexes. */
const isWaiting = sql`${frontier.state} = 'waiting'`
export const isSkipped = sql`${frontier.state} = 'skipped'`

/** What a status says for good; behind an address when it is the only failure of a crawl. */
const LASTING_STATUS = '(^|: )4(?!08|25|29)[0-9]{2}( |$)'
/** Failed, and may load on another try: not gone, refused or redirected in a loop. */
export const isRetryable = and(
  isSkipped,
  inArray(
    frontier.reason,
    failedReasons.filter((reason) => reason !== 'redirect-loop'),
  ),
  sql`not (${frontier.reason} = 'http-status' and ${frontier.detail} ~ ${LASTING_STATUS})`,
)

/** The next due page: lowest depth first, then first found. */
export async function nextDuePage(db: Db, crawlId: string): Promise<FrontierPage | undefined> {
  const [page] = await nextDuePages(db, [crawlId], 1)
  return page
}

/** Up to `limit` due pages of each crawl, in order. */
export async function nextDuePages(db: Db, crawlIds: readonly string[], limit: number) {
  const isPageDue = or(isNull(frontier.dueAt), lte(frontier.dueAt, sql`now()`))
  const due = db
    .select(columns)
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawls.id), isWaiting, isPageDue))
    .orderBy(asc(frontier.depth), asc(frontier.id))
    .limit(limit)
    .as('due')
  return db
    .select({ ...due._.selectedFields, crawlId: crawls.id })
    .from(crawls)
    .crossJoinLateral(due)
    .where(inArray(crawls.id, [...crawlIds]))
    .orderBy(asc(due.depth), asc(due.id))
}

/**
 * The waiting page that is due next, why its last attempt failed, and in how many milliseconds it is due by the
 * database's clock; null when no page is waiting.
 */
export async function nextRetry(db: Db, crawlId: string) {
  const [row] = await db
    .select({
      url: frontier.url,
      detail: frontier.detail,
      detailMessage: frontier.detailMessage,
      ms: sql<number>`coalesce(extract(epoch from ${frontier.dueAt} - statement_timestamp()) * 1000, 0)::float8`,
    })
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawlId), isWaiting))
    .orderBy(sql`${frontier.dueAt} asc nulls first`)
    .limit(1)
  if (!row) return null
  return { url: row.url, ms: Math.max(row.ms, 0), ...(row.detail && { reason: presentDetail(row) }) }
}

export async function markStored(tx: Db, ids: readonly number[]) {
  if (ids.length === 0) return
  await tx
    .update(frontier)
    .set({ state: 'stored', reason: null, ...NO_DETAIL, dueAt: null })
    .where(inArray(frontier.id, [...ids]))
}

export async function markSkipped(tx: Db, id: number, reason: SkipReason, detail: Detail) {
  await tx
    .update(frontier)
    .set({ state: 'skipped', reason, ...detailColumns(detail), dueAt: null })
    .where(eq(frontier.id, id))
}

/** The page stays waiting with a due time; other pages are fetched before it. */
export async function markForRetry(tx: Db, page: FrontierPage, waitMs: number, detail: Detail) {
  await tx
    .update(frontier)
    .set({
      attempts: page.attempts + 1,
      ...detailColumns(detail),
      dueAt: sql`now() + make_interval(secs => ${waitMs / 1000})`,
    })
    .where(eq(frontier.id, page.id))
}

/** Skips all waiting addresses for one reason: the page limit, a stop, missing credits. */
export async function skipWaiting(tx: Db, crawlId: string, reason: SkipReason) {
  await tx
    .update(frontier)
    .set({ state: 'skipped', reason, ...NO_DETAIL, dueAt: null })
    .where(and(eq(frontier.crawlId, crawlId), isWaiting))
}

export async function findAddress(tx: Db, crawlId: string, url: string) {
  const [row] = await tx
    .select({ ...columns, state: frontier.state })
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawlId), eq(frontier.url, url)))
  return row
}

/** Which links a crawl follows, and how many more addresses fit in its frontier. */
export type CrawlReach = { maxDepth: number; scope: CrawlScope; rules: LinkRules; room: number }

export type LinkRow = Pick<typeof frontier.$inferSelect, 'url' | 'fetchUrl' | 'depth' | 'reason'> & {
  detail: Detail
  state: 'waiting' | 'skipped'
}

/** The page that has the links. `url` is its identity. */
type LinkSource = Pick<ReadPage, 'links' | 'leftOut'> & { url: string; depth: number }

/** Five times as many as the largest crawl stores pages. */
const MAX_ADDRESSES_PER_PAGE = 5_000

/**
 * The frontier rows for the links of a page, each address once, without those that `withoutKnown` removes, and one row
 * for what the limits cut. Beyond the limits, addresses that the crawl would only skip are cut first.
 */
export function linkRows(
  crawl: CrawlReach,
  { url, depth, links, leftOut }: LinkSource,
  withoutKnown = (rows: LinkRow[]) => rows,
): LinkRow[] {
  const rows = new Map<string, LinkRow>()
  for (const link of links) {
    const row = toRow(crawl, depth, link)
    if (!row) continue
    const known = rows.get(row.url)
    if (!known || (known.state === 'skipped' && row.state === 'waiting')) rows.set(row.url, row)
  }
  const found = withoutKnown([...rows.values()])
  const kept = keepWaitingFirst(found, Math.min(crawl.room, MAX_ADDRESSES_PER_PAGE))
  const linksLeftOut = (leftOut?.links ?? 0) + found.length - kept.length
  const detail = leftOutDetail({ text: false, ...leftOut, links: linksLeftOut })
  return detail ? [leftOutRow(url, depth, detail), ...kept] : kept
}

/** At most `limit` rows in their order. */
function keepWaitingFirst(rows: LinkRow[], limit: number): LinkRow[] {
  if (rows.length <= limit) return rows
  const waiting = rows.filter(({ state }) => state === 'waiting')
  if (waiting.length >= limit) return waiting.slice(0, limit)
  const skipped = new Set(rows.filter(({ state }) => state === 'skipped').slice(0, limit - waiting.length))
  return rows.filter((row) => row.state === 'waiting' || skipped.has(row))
}

/** An identity has no fragment, so this address cannot collide with a page. */
function leftOutRow(url: string, depth: number, detail: Detail): LinkRow {
  return { url: `${url}#cut`, fetchUrl: '', depth, state: 'skipped', reason: 'cut', detail }
}

/** What of a page is missing; null when nothing is. */
function leftOutDetail({ links, text, scripts }: NonNullable<ReadPage['leftOut']>): Detail | null {
  if (links === 0 && !text) return scripts ? { code: 'scripts-not-loaded' } : null
  if (links === 0) return { code: 'not-stored-text' }
  return { code: text ? 'not-stored-links-and-text' : 'not-stored-links', values: { n: links } }
}

/** Adds one address without a check: the start page or the target of a redirect. */
export async function addAddress(tx: Db, crawlId: string, address: { url: string; fetchUrl: string; depth: number }) {
  return insertLinks(tx, crawlId, [{ ...address, state: 'waiting', reason: null, detail: '' }])
}

function toRow(crawl: CrawlReach, depth: number, link: FoundLink): LinkRow | null {
  const verdict = judgeLink(crawl.scope, link.url, crawl.rules)
  if (!verdict) return null
  const skip = (reason: SkipReason, detail: Detail = ''): LinkRow => ({
    url: verdict.url,
    fetchUrl: '',
    depth: depth + 1,
    state: 'skipped',
    reason,
    detail,
  })
  if (!verdict.ok) return skip(verdict.reason, verdict.detail)
  if (link.nofollow) return skip('nofollow')
  if (depth >= crawl.maxDepth) return skip('beyond-depth')
  return { url: verdict.url, fetchUrl: verdict.fetchUrl, depth: depth + 1, state: 'waiting', reason: null, detail: '' }
}

export type InsertedLinks = {
  /** Addresses that wait to be fetched and did not before. */
  waiting: number
  /** New in the frontier, or newly waiting. */
  addresses: number
}

/** `insertAllLinks` for one crawl. */
export async function insertLinks(tx: Db, crawlId: string, rows: readonly LinkRow[]): Promise<InsertedLinks> {
  const inserted = await insertAllLinks(
    tx,
    rows.map((row) => ({ ...row, crawlId })),
  )
  return inserted.get(crawlId) ?? { waiting: 0, addresses: 0 }
}

/**
 * Inserts rows, each address of a crawl at most once, and counts them by crawl. An address that was skipped as too deep
 * or behind nofollow becomes waiting when another page links to it within reach.
 */
export async function insertAllLinks(
  tx: Db,
  rows: readonly (LinkRow & { crawlId: string })[],
): Promise<Map<string, InsertedLinks>> {
  const inserted = new Map<string, InsertedLinks>()
  for (const batch of inBatches(rows)) {
    const changed = await tx
      .insert(frontier)
      .values(batch.map(({ detail, ...row }) => ({ ...row, ...detailColumns(detail) })))
      .onConflictDoUpdate({
        target: [frontier.crawlId, frontier.url],
        set: {
          state: 'waiting',
          reason: null,
          ...NO_DETAIL,
          depth: sql`excluded.depth`,
          fetchUrl: sql`excluded.fetch_url`,
        },
        setWhere: sql`${isSkipped} and ${frontier.reason} in ('beyond-depth', 'nofollow') and excluded.state = 'waiting'`,
      })
      .returning({ crawlId: frontier.crawlId, state: frontier.state })
    for (const { crawlId, state } of changed) {
      const { waiting, addresses } = inserted.get(crawlId) ?? { waiting: 0, addresses: 0 }
      inserted.set(crawlId, { waiting: waiting + (state === 'waiting' ? 1 : 0), addresses: addresses + 1 })
    }
  }
  return inserted
}
