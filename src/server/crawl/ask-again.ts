/** Asks again for the summary, key points and topics of a page whose analysis failed. */
import { and, eq, getTableColumns } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { PageSummary } from '#shared/pages.ts'
import type { Db } from '#server/db/database.ts'
import { pages } from '#server/db/schema/index.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { presentPageSummary } from './present-crawl.ts'

/** A page whose analysis is on its way, or done, stays as it is. Throws AppError 'page.not-found'. */
export async function askAgain(
  { db, queue }: { db: Db; queue: Queue },
  { userId, pageId }: { userId: string; pageId: string },
): Promise<PageSummary> {
  const { content: _, ...columns } = getTableColumns(pages)
  return db.transaction(async (tx) => {
    const own = and(eq(pages.id, pageId), eq(pages.userId, userId))
    const [page] = await tx.select(columns).from(pages).where(own).for('update')
    if (!page) throw new AppError('page.not-found')
    if (page.analysis !== 'failed') return presentPageSummary(page)
    await tx.update(pages).set({ analysis: 'pending' }).where(own)
    await queue.send(tx, 'analyse-pages', { pageId }, { singletonKey: pageId })
    return presentPageSummary({ ...page, analysis: 'pending' })
  })
}
