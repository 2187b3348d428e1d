/** Deletes a crawl. Pages that chats use or cite stay, without their crawl. */
import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ownCrawl } from '#server/platform/db/ownership.ts'
import { chatCitations, chatPages, crawls, pages } from '#server/platform/db/schema/index.ts'

type Deletion = {
  userId: string
  crawlId: string
  /** A condition on the crawl's row, judged under its lock. */
  onlyIf?: SQL
}

/** Throws AppError 'crawl.not-found', also when `onlyIf` is not met. */
export async function deleteCrawl({ db }: { db: Db }, { userId, crawlId, onlyIf }: Deletion) {
  await db.transaction(async (tx) => {
    const isOwn = and(ownCrawl({ userId, crawlId }), onlyIf)
    // The row lock makes the next page of a running crawl wait; its worker then finds that the crawl is gone.
    const [crawl] = await tx.select({ id: crawls.id }).from(crawls).where(isOwn).for('update')
    if (!crawl) throw new AppError('crawl.not-found')
    const usedByChat = tx
      .select({ one: sql`1` })
      .from(chatPages)
      .where(eq(chatPages.pageId, pages.id))
    const cited = tx
      .select({ one: sql`1` })
      .from(chatCitations)
      .where(eq(chatCitations.pageId, pages.id))
    // Waits for chats that are just getting one of the pages: a deletion that waits for them itself does not see their
    // rows, and would take the page out of the chat.
    await tx.select({ id: pages.id }).from(pages).where(eq(pages.crawlId, crawlId)).for('update')
    await tx.delete(pages).where(and(eq(pages.crawlId, crawlId), notExists(usedByChat), notExists(cited)))
    await tx.delete(crawls).where(isOwn)
  })
}
