/** Deletes a crawl of its owner. Pages that chats use or cite stay, without their crawl. */
import { and, eq, notExists, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatCitations, chatPages, crawls, pages } from '#server/db/schema/index.ts'

/** Throws AppError 'crawl.not-found'. */
export async function deleteCrawl({ db }: { db: Db }, { userId, crawlId }: { userId: string; crawlId: string }) {
  await db.transaction(async (tx) => {
    const own = and(eq(crawls.id, crawlId), eq(crawls.userId, userId))
    // Locks the crawl against its own next page; that worker then finds the crawl gone.
    const [crawl] = await tx.select({ id: crawls.id }).from(crawls).where(own).for('update')
    if (!crawl) throw new AppError('crawl.not-found')
    const usedByChat = tx.select({ one: sql`1` }).from(chatPages).where(eq(chatPages.pageId, pages.id))
    const cited = tx.select({ one: sql`1` }).from(chatCitations).where(eq(chatCitations.pageId, pages.id))
    await tx.delete(pages).where(and(eq(pages.crawlId, crawlId), notExists(usedByChat), notExists(cited)))
    await tx.delete(crawls).where(own)
  })
}
