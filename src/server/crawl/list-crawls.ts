import { desc, eq } from 'drizzle-orm'
import type { CrawlSummary } from '#shared/crawls.ts'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'
import { presentCrawl } from './present-crawl.ts'
import { queuePlaces } from './queue-places.ts'

/** The person's crawls, newest first, a hundred at most. */
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
