/** Every skipped address of a crawl, page by page: a screen that shows a hundred thousand asks for them as it scrolls. */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { SkippedPage, SkipReason } from '#shared/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, frontier } from '#server/db/schema/index.ts'
import { isSkipped } from './frontier.ts'

type Ask = {
  userId: string
  crawlId: string
  /** Only those skipped for this reason. */
  reason?: SkipReason | undefined
  /** The `next` of the page before. */
  after: number
  limit: number
}

/** In the order in which they were found. Throws AppError 'crawl.not-found'. */
export async function listSkipped({ db }: { db: Db }, { userId, crawlId, reason, after, limit }: Ask): Promise<SkippedPage> {
  const own = and(eq(crawls.id, crawlId), eq(crawls.userId, userId))
  const [crawl] = await db.select({ id: crawls.id }).from(crawls).where(own)
  if (!crawl) throw new AppError('crawl.not-found')
  const rows = await db
    .select({ id: frontier.id, url: frontier.url, reason: frontier.reason, detail: frontier.detail })
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
    skipped: shown.map((row) => ({ url: row.url, reason: row.reason ?? 'unreadable', detail: row.detail })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
