/** Pages of an older crawl that a newer one of the same site no longer found. */
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { failedReasons, unfinishedReasons } from '#shared/crawl/skip-reasons.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { crawls, frontier } from '#server/platform/db/schema/index.ts'

type Crawled = { id: string; url: string; crawlId: string | null }

/**
 * The stored detail of this reason is the status line: "404 Not Found". The status has no column, because rows and
 * backups of earlier releases would not have it.
 */
const isNotFound = sql`${frontier.reason} = 'http-status' and ${frontier.detail} ~ '^(404|410)'`
/** Also if the address now leads to another page, which is a page of its own. */
const isGone = sql<boolean>`coalesce(${isNotFound} or ${frontier.reason} in ('duplicate', 'redirect'), false)`

/**
 * The ids of pages that are gone: the newest crawl of `crawlIds` from the same start address, with the same settings,
 * got "not found" or another page for the address, or read the whole site without finding a link to it.
 */
export async function findVanished(
  db: Db,
  { userId, crawlIds, found }: { userId: string; crawlIds: readonly string[]; found: readonly Crawled[] },
): Promise<Set<string>> {
  const vanished = new Set<string>()
  if (crawlIds.length < 2) return vanished
  const rows = await db
    .select()
    .from(crawls)
    .where(and(eq(crawls.userId, userId), inArray(crawls.id, [...crawlIds])))
    .orderBy(desc(crawls.createdAt))
  const bySite = Map.groupBy(rows, ({ url, settings, branches }) => JSON.stringify([url, settings, branches]))
  for (const [newest, ...older] of bySite.values()) {
    if (newest?.status !== 'finished') continue
    const depths = new Map(older.map(({ id, maxDepth }) => [id, maxDepth]))
    const candidates = found.filter(({ crawlId }) => crawlId && depths.has(crawlId))
    if (candidates.length === 0) continue
    const isGoneByUrl = await readAddresses(db, newest.id, candidates)
    const sawAll = await readWholeSite(db, newest.id)
    for (const { id, url, crawlId } of candidates) {
      const wentAsDeep = newest.maxDepth >= (depths.get(crawlId ?? '') ?? 0)
      const isWithoutLink = sawAll && wentAsDeep
      if (isGoneByUrl.get(url) ?? isWithoutLink) vanished.add(id)
    }
  }
  return vanished
}

/** Whether each address that the crawl found is gone. */
async function readAddresses(db: Db, crawlId: string, pages: readonly Crawled[]): Promise<Map<string, boolean>> {
  const known = new Map<string, boolean>()
  for (const batch of inBatches(pages.map(({ url }) => url))) {
    const rows = await db
      .select({ url: frontier.url, isGone })
      .from(frontier)
      .where(and(eq(frontier.crawlId, crawlId), inArray(frontier.url, batch)))
    for (const { url, isGone } of rows) known.set(url, isGone)
  }
  return known
}

/** False if a limit ended the crawl, or a page whose links are unknown could not be read. */
async function readWholeSite(db: Db, crawlId: string): Promise<boolean> {
  const unread = or(
    inArray(frontier.reason, [...unfinishedReasons]),
    and(inArray(frontier.reason, [...failedReasons]), sql`not (${isNotFound})`),
  )
  const [row] = await db
    .select({ id: frontier.id })
    .from(frontier)
    .where(and(eq(frontier.crawlId, crawlId), unread))
    .limit(1)
  return row === undefined
}
