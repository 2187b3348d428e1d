/** A crawl of its owner with its pages and every address that was skipped. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Crawl, CrawlSummary, SkipReason } from '#shared/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, frontier, pages } from '#server/db/schema/index.ts'
import { presentCrawl, presentPage, presentPageSummary } from './present-crawl.ts'
import { placeInQueue, queuePlaces } from './queue-places.ts'

/** A screen shows no more; the count tells how many there are. */
const SKIPPED_SHOWN = 5000

type Ask = { userId: string; crawlId: string; content: boolean }

/** Without `content` the pages travel without their text: that field is then ''. Throws 'crawl.not-found'. */
export async function getCrawl({ db }: { db: Db }, { userId, crawlId, content }: Ask): Promise<Crawl> {
  const [crawl] = await db.select().from(crawls).where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
  if (!crawl) throw new AppError('crawl.not-found')
  // Said as a literal: only then is the index of skipped addresses used.
  const ofCrawl = and(eq(frontier.crawlId, crawlId), sql`${frontier.state} = 'skipped'`)
  const [place, skipped, shown] = await Promise.all([
    placeInQueue(db, crawl),
    db
      .select({ url: frontier.url, reason: frontier.reason, detail: frontier.detail })
      .from(frontier)
      .where(ofCrawl)
      .orderBy(asc(frontier.id))
      .limit(SKIPPED_SHOWN),
    content ? pagesWithText(db, crawlId) : pagesWithoutText(db, crawlId),
  ])
  // All of them are here already, unless there are more than are shown.
  const skippedByReason = skipped.length < SKIPPED_SHOWN ? countReasons(skipped) : await countSkipped(db, ofCrawl)
  return {
    ...presentCrawl(crawl, place),
    pages: shown,
    skipped: skipped.map(({ url, reason, detail }) => ({ url, reason: reason ?? 'unreadable', detail })),
    skippedTotal: Object.values(skippedByReason).reduce((sum, addresses) => sum + addresses, 0),
    skippedByReason,
  }
}

function countReasons(skipped: { reason: SkipReason | null }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason } of skipped) counts[reason ?? 'unreadable'] = (counts[reason ?? 'unreadable'] ?? 0) + 1
  return counts
}

async function countSkipped(db: Db, ofCrawl: SQL | undefined): Promise<Record<string, number>> {
  const counts = await db.select({ reason: frontier.reason, addresses: count() }).from(frontier).where(ofCrawl).groupBy(frontier.reason)
  return Object.fromEntries(counts.map(({ reason, addresses }) => [reason ?? 'unreadable', addresses]))
}

async function pagesWithText(db: Db, crawlId: string) {
  const rows = await db.select().from(pages).where(eq(pages.crawlId, crawlId)).orderBy(asc(pages.fetchedAt))
  return rows.map(presentPage)
}

async function pagesWithoutText(db: Db, crawlId: string) {
  const { content: _, ...columns } = getTableColumns(pages)
  const rows = await db.select(columns).from(pages).where(eq(pages.crawlId, crawlId)).orderBy(asc(pages.fetchedAt))
  return rows.map((row) => ({ ...presentPageSummary(row), content: '' }))
}

/** The person's crawls, newest first. */
export async function listCrawls({ db }: { db: Db }, userId: string): Promise<CrawlSummary[]> {
  const rows = await db
    .select()
    .from(crawls)
    .where(eq(crawls.userId, userId))
    .orderBy(desc(crawls.createdAt))
    .limit(100)
  const places = await queuePlaces(db, rows)
  return rows.map((row) => presentCrawl(row, places.get(row.id) ?? null))
}

/** One page of its owner, with its text. Throws 'page.not-found'. */
export async function getPage({ db }: { db: Db }, { userId, pageId }: { userId: string; pageId: string }) {
  const [page] = await db.select().from(pages).where(and(eq(pages.id, pageId), eq(pages.userId, userId)))
  if (!page) throw new AppError('page.not-found')
  return presentPage(page)
}

/** Ticks exactly these pages of a crawl; ids of other crawls are ignored. Throws 'crawl.not-found'. */
export async function selectPages({ db }: { db: Db }, ask: { userId: string; crawlId: string; pageIds: string[] }) {
  const [crawl] = await db
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.id, ask.crawlId), eq(crawls.userId, ask.userId)))
  if (!crawl) throw new AppError('crawl.not-found')
  const ofCrawl = and(eq(pages.crawlId, ask.crawlId), eq(pages.userId, ask.userId))
  await db.transaction(async (tx) => {
    await tx.update(pages).set({ selected: false }).where(and(ofCrawl, eq(pages.selected, true)))
    if (ask.pageIds.length === 0) return
    await tx.update(pages).set({ selected: true }).where(and(ofCrawl, inArray(pages.id, ask.pageIds)))
  })
}
