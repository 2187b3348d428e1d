/** The pages of a notebook: those of its chats. */
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatPages, notebooks, pages, savedChats } from '#server/platform/db/schema/index.ts'

export type NotebookRef = { userId: string; notebookId: string }
export type PageRef = { id: string; url: string }

export const ownNotebook = ({ userId, notebookId }: NotebookRef) =>
  and(eq(notebooks.id, notebookId), eq(notebooks.userId, userId))

/** Throws AppError 'notebook.not-found'. */
export async function assertOwnNotebook(db: Db, ref: NotebookRef) {
  const [own] = await db.select({ id: notebooks.id }).from(notebooks).where(ownNotebook(ref))
  if (!own) throw new AppError('notebook.not-found')
}

/** One version of each address, the newest: an older crawl of a page must not contradict the newer one. */
export async function currentPages(db: Db, { userId, notebookId }: NotebookRef): Promise<PageRef[]> {
  const rows = await db
    .selectDistinct({ id: pages.id, url: pages.url, fetchedAt: pages.fetchedAt })
    .from(chatPages)
    .innerJoin(savedChats, eq(savedChats.id, chatPages.chatId))
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .where(
      and(
        eq(savedChats.userId, userId),
        eq(savedChats.notebookId, notebookId),
        isNull(savedChats.deletedAt),
        isNull(pages.goneAt),
      ),
    )
    .orderBy(desc(pages.fetchedAt), asc(pages.id))
  const byUrl = new Map<string, PageRef>()
  for (const { id, url } of rows) if (!byUrl.has(url)) byUrl.set(url, { id, url })
  return [...byUrl.values()]
}
