/**
 * "Process selected pages": makes sure every selected page is split into passages and warms the selection's index.
 * Done again it changes nothing; a page whose text is unchanged is never split anew. Vectors, where an embedding model
 * is set up, come afterwards in the background.
 */
import { and, asc, count, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Knowledge } from '#shared/pages.ts'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { pages, passages } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { PassageFinder } from '#server/knowledge/find-passages.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'
import type { Embedder } from '#server/models/embeddings.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import { askForVectors } from './embed-passages.ts'
import { loadPassages, selectionOf } from './selected-passages.ts'

type Services = { db: Db; finder: PassageFinder; queue: Queue; embedder: Embedder | null }

/** Pages made ready in one transaction. */
const PAGES_AT_A_TIME = 50

/**
 * The person's screens are told how far it is. Throws AppError 'knowledge.no-pages' for an empty list,
 * 'page.not-found' when one is not the person's, 'knowledge.failed'.
 */
export async function processPages(services: Services, ask: { userId: string; pageIds: string[] }): Promise<Knowledge> {
  const { db, finder } = services
  const { userId } = ask
  const wanted = [...new Set(ask.pageIds)]
  if (wanted.length === 0) throw new AppError('knowledge.no-pages')
  try {
    const selection = await selectionOf(db, userId, wanted)
    if (selection.pageIds.length < wanted.length) throw new AppError('page.not-found')
    const outdated = await outdatedOf(db, userId, selection.pageIds)
    const progress = tellProgress(db, userId, wanted.length, outdated.length + wanted.length)
    await progress.add(0)
    for (const some of inBatches(outdated, PAGES_AT_A_TIME)) {
      await makeReady(db, userId, some)
      await progress.add(some.length)
    }
    await finder.warm({ key: selection.key, load: () => loadPassages(db, userId, selection, progress.add) })
    await askForVectors(services, db, { userId })
    const [total] = await db.select({ passages: count() }).from(passages).where(inArray(passages.pageId, selection.pageIds))
    return { processed: outdated.length, unchanged: wanted.length - outdated.length, passages: total?.passages ?? 0 }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('knowledge.failed', {}, { cause: error })
  }
}

async function outdatedOf(db: Db, userId: string, pageIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: pages.id })
    .from(pages)
    .where(
      and(
        eq(pages.userId, userId),
        inArray(pages.id, pageIds),
        or(isNull(pages.processedHash), ne(pages.processedHash, pages.contentHash)),
      ),
    )
    .orderBy(asc(pages.id))
  return rows.map(({ id }) => id)
}

/** The crawl split each page when it stored it; only a page without passages is split here. */
async function makeReady(db: Db, userId: string, pageIds: string[]) {
  const own = and(eq(pages.userId, userId), inArray(pages.id, pageIds))
  await db.transaction(async (tx) => {
    // Locked before its passages are counted: two at once would split it twice.
    await tx.select({ id: pages.id }).from(pages).where(own).orderBy(asc(pages.id)).for('update')
    const bare = await tx
      .select({ id: pages.id, content: pages.content })
      .from(pages)
      .where(and(own, sql`not exists (select from ${passages} where ${passages.pageId} = ${pages.id})`))
    for (const { id: pageId, content } of bare) {
      const spans = splitPassages(content)
      if (spans.length === 0) continue
      await tx.insert(passages).values(spans.map((span, position) => ({ pageId, position, ...span })))
    }
    await tx.update(pages).set({ processedHash: sql`${pages.contentHash}` }).where(own)
  })
}

/** Screens are told no more often than they are looked at. */
const TELL_EVERY_MS = 200

/** `steps` are what there is to do for all `pages`; each page is made ready, when it is not, and read into the index. */
function tellProgress(db: Db, userId: string, ofPages: number, steps: number) {
  let done = 0
  let toldAt = 0
  return {
    async add(more: number) {
      done += more
      if (done > 0 && done < steps && Date.now() - toldAt < TELL_EVERY_MS) return
      toldAt = Date.now()
      await publish(db, userId, { type: 'knowledge', pages: Math.floor((ofPages * done) / steps), ofPages })
    },
  }
}
