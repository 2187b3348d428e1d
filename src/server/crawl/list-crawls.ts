import { desc, eq } from 'drizzle-orm'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { presentCrawl } from './present-crawl.ts'
import { queuePositions } from './schedule/queue-position.ts'

/** The newest 100 crawls of a user. */
export async function listCrawls({ db }: { db: Db }, userId: string): Promise<CrawlSummary[]> {
  const rows = await db
    .select()
    .from(crawls)
    .where(eq(crawls.userId, userId))
    .orderBy(desc(crawls.createdAt))
    .limit(100)
  const positions = await queuePositions(db, rows)
  return rows.map((row) => presentCrawl(row, positions.get(row.id) ?? null))
}
