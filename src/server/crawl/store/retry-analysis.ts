import { and, eq, getTableColumns } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { presentPageSummary } from '#server/crawl/present-crawl.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'

/** Enqueues a failed page analysis again. Does nothing when it is pending or done. Throws AppError 'page.not-found'. */
export async function retryAnalysis(
  { db, queue }: { db: Db; queue: Queue },
  { userId, pageId }: { userId: string; pageId: string },
): Promise<PageSummary> {
  const { content: _, ...columns } = getTableColumns(pages)
  return db.transaction(async (tx) => {
    const isOwn = and(eq(pages.id, pageId), eq(pages.userId, userId))
    const [page] = await tx.select(columns).from(pages).where(isOwn).for('update')
    if (!page) throw new AppError('page.not-found')
    if (page.analysis !== 'failed') return presentPageSummary(page)
    await tx.update(pages).set({ analysis: 'pending' }).where(isOwn)
    await queue.send(tx, 'analyse-pages', { pageId }, { singletonKey: pageId })
    return presentPageSummary({ ...page, analysis: 'pending' })
  })
}
