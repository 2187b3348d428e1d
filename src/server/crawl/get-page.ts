import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import { presentPage } from './present-crawl.ts'

/** Returns a page with its text. Throws 'page.not-found'. */
export async function getPage({ db }: { db: Db }, { userId, pageId }: { userId: string; pageId: string }) {
  const [page] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.id, pageId), eq(pages.userId, userId)))
  if (!page) throw new AppError('page.not-found')
  return presentPage(page)
}
