import { and, eq } from 'drizzle-orm'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { presentCrawl } from './present-crawl.ts'
import { queuePositions } from './schedule/queue-position.ts'

/** One page of a user's crawls, newest first. Throws AppError 'request.cursor' for an invalid `after`. */
export async function listCrawls(
  { db }: { db: Db },
  { userId, ...query }: PageQuery & { userId: string },
): Promise<{ crawls: CrawlSummary[]; next: string | null }> {
  const page = newestFirst({ at: crawls.createdAt, id: crawls.id }, query)
  const rows = await db
    .select({ id: crawls.id, cursorAt: page.cursorAt, crawl: crawls })
    .from(crawls)
    .where(and(eq(crawls.userId, userId), page.where))
    .orderBy(...page.orderBy)
    .limit(page.rows)
  const { shown, next } = page.cut(rows)
  const own = shown.map(({ crawl }) => crawl)
  const positions = await queuePositions(db, own)
  return { crawls: own.map((crawl) => presentCrawl(crawl, positions.get(crawl.id) ?? null)), next }
}
