/** The pages of a notebook: those of its chats. */
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { type SiteSuffixes, siteSuffixes } from '#shared/crawl/short-titles.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { chatPages, notebooks, pages, savedChats } from '#server/platform/db/schema/index.ts'
import { findVanished } from './vanished-pages.ts'

export type NotebookRef = { userId: string; notebookId: string }

export type PageRef = { id: string; url: string }

export type NotebookPage = PageRef & {
  crawlId: string | null
  /** When it was fetched, or its chat created if that was later. */
  joinedAt: Date
}

/**
 * Newest first, one version of each address: an older crawl of a page must not contradict the newer one, nor keep a
 * page that the newer one no longer found.
 */
export async function currentPages(db: Db, { userId, notebookId }: NotebookRef): Promise<NotebookPage[]> {
  const rows = await db
    .select({
      id: pages.id,
      url: pages.url,
      crawlId: pages.crawlId,
      joinedAt: sql<Date>`greatest(${pages.fetchedAt}, min(${savedChats.createdAt}))`.mapWith(pages.fetchedAt),
    })
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
    .groupBy(pages.id)
    .orderBy(desc(pages.fetchedAt), asc(pages.id))
  const byUrl = new Map<string, NotebookPage>()
  for (const page of rows) if (!byUrl.has(page.url)) byUrl.set(page.url, page)
  const found = [...byUrl.values()]
  const crawlIds = [...new Set(rows.flatMap(({ crawlId }) => crawlId ?? []))]
  const vanished = await findVanished(db, { userId, crawlIds, found })
  return found.filter(({ id }) => !vanished.has(id))
}

/** Enough of a site to know its name. */
const MAX_TITLES = 2_000

/**
 * What the titles of each site end with: of all pages of the crawls that the notebook has pages of, because the
 * notebook may have too few.
 */
export const notebookSuffixes = async (db: Db, ref: NotebookRef): Promise<SiteSuffixes> =>
  suffixesOf(db, ref, await currentPages(db, ref))

/** The same for the current pages `known`. */
export async function suffixesOf(
  db: Db,
  { userId }: NotebookRef,
  known: readonly NotebookPage[],
): Promise<SiteSuffixes> {
  const crawlIds = [...new Set(known.flatMap(({ crawlId }) => crawlId ?? []))]
  const titled = await db
    .select({ url: pages.url, title: pages.title })
    .from(pages)
    .where(
      and(
        eq(pages.userId, userId),
        or(
          isAnyOf(
            pages.id,
            known.map(({ id }) => id),
          ),
          isAnyOf(pages.crawlId, crawlIds),
        ),
      ),
    )
    .orderBy(asc(pages.id))
    .limit(MAX_TITLES)
  return siteSuffixes(titled)
}

/** Returns the notebook. Throws AppError 'notebook.not-found'. */
export async function assertOwnNotebook(db: Db, ref: NotebookRef) {
  const [own] = await db.select().from(notebooks).where(ownNotebook(ref))
  if (!own) throw new AppError('notebook.not-found')
  return own
}

export const ownNotebook = ({ userId, notebookId }: NotebookRef) =>
  and(eq(notebooks.id, notebookId), eq(notebooks.userId, userId))
