import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { crawls, pages } from '#server/platform/db/schema/index.ts'

/** Selects exactly these pages of a crawl and ignores ids of other crawls. Throws 'crawl.not-found'. */
export async function selectPages(
  { db }: { db: Db },
  { userId, crawlId, pageIds }: { userId: string; crawlId: string; pageIds: string[] },
) {
  const [crawl] = await db
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
  if (!crawl) throw new AppError('crawl.not-found')
  const ofCrawl = and(eq(pages.crawlId, crawlId), eq(pages.userId, userId))
  await db.transaction(async (tx) => {
    await tx
      .update(pages)
      .set({ selected: false })
      .where(and(ofCrawl, eq(pages.selected, true)))
    if (pageIds.length === 0) return
    await tx
      .update(pages)
      .set({ selected: true })
      .where(and(ofCrawl, isAnyOf(pages.id, pageIds)))
  })
}
