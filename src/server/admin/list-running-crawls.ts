/** The running crawls of all users, with their host but no page addresses. Only for administrators. */
import { count, desc, eq, isNotNull } from 'drizzle-orm'
import type { RunningCrawl } from '#shared/admin.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls, users } from '#server/platform/db/schema/index.ts'

const MAX_LISTED = 200

export async function unsafeListRunningCrawls(db: Db): Promise<{ crawls: RunningCrawl[]; total: number }> {
  const running = isNotNull(crawls.nextStepAt)
  const [rows, [all]] = await Promise.all([
    db
      .select({ crawl: crawls, email: users.email })
      .from(crawls)
      .innerJoin(users, eq(users.id, crawls.userId))
      .where(running)
      .orderBy(desc(crawls.createdAt), desc(crawls.id))
      .limit(MAX_LISTED),
    db.select({ total: count() }).from(crawls).where(running),
  ])
  const shown = rows.map(({ crawl, email }) => ({
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
  return { crawls: shown, total: all?.total ?? 0 }
}
