import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { assertOwnCrawl, type CrawlOf } from '#server/platform/db/ownership.ts'
import { pages } from '#server/platform/db/schema/index.ts'

/** Selects exactly these pages of a crawl and ignores ids of other crawls. Throws 'crawl.not-found'. */
export async function selectPages({ db }: { db: Db }, { userId, crawlId, pageIds }: CrawlOf & { pageIds: string[] }) {
  await assertOwnCrawl(db, { userId, crawlId })
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
