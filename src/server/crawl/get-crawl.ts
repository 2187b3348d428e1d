import { and, asc, count, eq, getTableColumns, type SQL } from 'drizzle-orm'
import { type Crawl, failedReasons, type SkipReason } from '#shared/crawl/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type CrawlOf, ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls, frontier, pages } from '#server/platform/db/schema/index.ts'
import { mergeTopics } from '#server/engines/summaries/merge-topics.ts'
import { isRetryable, isSkipped } from './links/frontier.ts'
import { presentCrawl, presentPage, presentPageSummary, presentSkipped } from './present-crawl.ts'
import { queuePosition } from './schedule/queue-position.ts'

/** The counts cover all skipped addresses; listSkipped pages through the rest. */
const SKIPPED_SHOWN = 5000

type CrawlQuery = CrawlOf & { content: boolean }

/**
 * Loads a crawl with its pages and skipped addresses. Without `content`, the text of every page is ''. Throws
 * 'crawl.not-found'.
 */
export async function getCrawl({ db }: { db: Db }, { userId, crawlId, content }: CrawlQuery): Promise<Crawl> {
  const [crawl] = await db.select().from(crawls).where(ownCrawl({ userId, crawlId }))
  if (!crawl) throw new AppError('crawl.not-found')
  const ofCrawl = and(eq(frontier.crawlId, crawlId), isSkipped)
  const [position, skipped, shown] = await Promise.all([
    queuePosition(db, crawl),
    db
      .select({
        url: frontier.url,
        reason: frontier.reason,
        detail: frontier.detail,
        detailMessage: frontier.detailMessage,
      })
      .from(frontier)
      .where(ofCrawl)
      .orderBy(asc(frontier.id))
      .limit(SKIPPED_SHOWN),
    content ? pagesWithText(db, crawlId) : pagesWithoutText(db, crawlId),
  ])
  // Only a list that was cut needs a second query.
  const skippedByReason = skipped.length < SKIPPED_SHOWN ? countReasons(skipped) : await countSkipped(db, ofCrawl)
  return {
    ...presentCrawl(crawl, position),
    pages: shown,
    skipped: skipped.map(presentSkipped),
    skippedTotal: Object.values(skippedByReason).reduce((sum, addresses) => sum + addresses, 0),
    skippedByReason,
    retryable: failedReasons.some((reason) => skippedByReason[reason])
      ? await db.$count(frontier, and(eq(frontier.crawlId, crawlId), isRetryable))
      : 0,
  }
}

function countReasons(skipped: { reason: SkipReason | null }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason } of skipped) counts[reason ?? 'unreadable'] = (counts[reason ?? 'unreadable'] ?? 0) + 1
  return counts
}

async function countSkipped(db: Db, ofCrawl: SQL | undefined): Promise<Record<string, number>> {
  const counts = await db
    .select({ reason: frontier.reason, addresses: count() })
    .from(frontier)
    .where(ofCrawl)
    .groupBy(frontier.reason)
  return Object.fromEntries(counts.map(({ reason, addresses }) => [reason ?? 'unreadable', addresses]))
}

async function pagesWithText(db: Db, crawlId: string) {
  const rows = await db.select().from(pages).where(eq(pages.crawlId, crawlId)).orderBy(asc(pages.fetchedAt))
  return mergeTopics(rows).map(presentPage)
}

async function pagesWithoutText(db: Db, crawlId: string) {
  const { content: _, ...columns } = getTableColumns(pages)
  const rows = await db.select(columns).from(pages).where(eq(pages.crawlId, crawlId)).orderBy(asc(pages.fetchedAt))
  return mergeTopics(rows).map((row) => ({ ...presentPageSummary(row), content: '' }))
}
