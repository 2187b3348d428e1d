/** A page of the addresses that a crawl skipped. */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { SkippedList, SkipReason } from '#shared/crawl/crawls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { assertOwnCrawl, type CrawlOf } from '#server/platform/db/ownership.ts'
import { frontier } from '#server/platform/db/schema/index.ts'
import { isSkipped } from './links/frontier.ts'
import { presentSkipped } from './present-crawl.ts'

type SkippedQuery = CrawlOf & {
  reason?: SkipReason | undefined
  /** The `next` of the previous page; 0 for the first. */
  after: number
  limit: number
}

/** In the order of discovery. Throws AppError 'crawl.not-found'. */
export async function listSkipped(
  { db }: { db: Db },
  { userId, crawlId, reason, after, limit }: SkippedQuery,
): Promise<SkippedList> {
  await assertOwnCrawl(db, { userId, crawlId })
  const rows = await db
    .select({
      id: frontier.id,
      url: frontier.url,
      reason: frontier.reason,
      detail: frontier.detail,
      detailMessage: frontier.detailMessage,
    })
    .from(frontier)
    .where(
      and(
        eq(frontier.crawlId, crawlId),
        isSkipped,
        gt(frontier.id, after),
        ...(reason ? [eq(frontier.reason, reason)] : []),
      ),
    )
    .orderBy(asc(frontier.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return {
    skipped: shown.map(presentSkipped),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
