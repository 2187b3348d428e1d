/**
 * "Process selected pages": makes sure every selected page is split into passages and warms the selection's index.
 * Done again it changes nothing; a page whose text is unchanged is never split anew.
 */
import { and, count, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Knowledge } from '#shared/pages.ts'
import type { Db } from '#server/db/database.ts'
import { pages, passages } from '#server/db/schema/index.ts'
import type { PassageFinder } from '#server/knowledge/find-passages.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'
import { loadPassages, selectionOf } from './selected-passages.ts'

type Services = { db: Db; finder: PassageFinder }

/** Throws AppError 'knowledge.no-pages' for an empty list, 'page.not-found' when one is not the person's. */
export async function processPages({ db, finder }: Services, ask: { userId: string; pageIds: string[] }): Promise<Knowledge> {
  const wanted = [...new Set(ask.pageIds)]
  if (wanted.length === 0) throw new AppError('knowledge.no-pages')
  const selection = await selectionOf(db, ask.userId, wanted)
  if (selection.pageIds.length < wanted.length) throw new AppError('page.not-found')

  const outdated = await db
    .select({ id: pages.id })
    .from(pages)
    .where(
      and(
        eq(pages.userId, ask.userId),
        inArray(pages.id, wanted),
        or(isNull(pages.processedHash), ne(pages.processedHash, pages.contentHash)),
      ),
    )
  for (const { id } of outdated) await processPage(db, ask.userId, id)

  await finder.warm({ key: selection.key, load: () => loadPassages(db, ask.userId, selection) })
  const [total] = await db.select({ passages: count() }).from(passages).where(inArray(passages.pageId, wanted))
  return { processed: outdated.length, unchanged: wanted.length - outdated.length, passages: total?.passages ?? 0 }
}

/** The crawl split the page when it stored it; only a page without passages is split here. */
async function processPage(db: Db, userId: string, pageId: string) {
  const own = and(eq(pages.id, pageId), eq(pages.userId, userId))
  await db.transaction(async (tx) => {
    const [page] = await tx.select({ content: pages.content }).from(pages).where(own).for('update')
    if (!page) return
    const [known] = await tx.select({ passages: count() }).from(passages).where(eq(passages.pageId, pageId))
    const spans = known?.passages ? [] : splitPassages(page.content)
    if (spans.length > 0) {
      await tx.insert(passages).values(spans.map((span, position) => ({ pageId, position, ...span })))
    }
    await tx.update(pages).set({ processedHash: sql`${pages.contentHash}` }).where(own)
  })
}
