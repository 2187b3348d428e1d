/** The running crawls of all users, with their host but no page addresses. Only for administrators. */
import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { RunningCrawl } from '#shared/admin.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newestFirst, type PageQuery } from '#server/platform/db/newest-first.ts'
import { crawls, users } from '#server/platform/db/schema/index.ts'

const PAGE_SIZE = 200

/** Throws AppError 'request.cursor' for an invalid `after`. */
export async function unsafeListRunningCrawls(
  db: Db,
  { after }: PageQuery,
): Promise<{ crawls: RunningCrawl[]; total: number; next: string | null }> {
  const page = newestFirst({ at: crawls.createdAt, id: crawls.id }, { after, limit: PAGE_SIZE })
  const running = isNotNull(crawls.nextStepAt)
  const [rows, [all]] = await Promise.all([
    db
      .select({ id: crawls.id, cursorAt: page.cursorAt, crawl: crawls, email: users.email })
      .from(crawls)
      .innerJoin(users, eq(users.id, crawls.userId))
      .where(and(running, page.where))
      .orderBy(...page.orderBy)
      .limit(page.rows),
    db.select({ total: count() }).from(crawls).where(running),
  ])
  const { shown, next } = page.cut(rows)
  const listed = shown.map(({ crawl, email }) => ({
    id: crawl.id,
    host: crawl.host,
    owner: { id: crawl.userId, email },
    status: crawl.status,
    pagesCrawled: crawl.pagesCrawled,
    pagesFound: crawl.pagesFound,
    maxPages: crawl.maxPages,
    waiting: crawl.waiting,
    stopping: crawl.stopRequested,
    since: (crawl.startedAt ?? crawl.createdAt).toISOString(),
  }))
  return { crawls: listed, total: all?.total ?? 0, next }
}
