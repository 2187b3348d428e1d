import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, pages } from '#server/db/schema/index.ts'

/** Ticks exactly these pages of a crawl; ids of other crawls are ignored. Throws 'crawl.not-found'. */
export async function selectPages({ db }: { db: Db }, ask: { userId: string; crawlId: string; pageIds: string[] }) {
  const [crawl] = await db
    .select({ id: crawls.id })
    .from(crawls)
    .where(and(eq(crawls.id, ask.crawlId), eq(crawls.userId, ask.userId)))
  if (!crawl) throw new AppError('crawl.not-found')
  const ofCrawl = and(eq(pages.crawlId, ask.crawlId), eq(pages.userId, ask.userId))
  await db.transaction(async (tx) => {
    await tx.update(pages).set({ selected: false }).where(and(ofCrawl, eq(pages.selected, true)))
    if (ask.pageIds.length === 0) return
    await tx.update(pages).set({ selected: true }).where(and(ofCrawl, inArray(pages.id, ask.pageIds)))
  })
}
