import { and, asc, count, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Knowledge } from '#shared/crawl/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages, passages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { Embedder } from '#server/engines/language-model/embedder.ts'
import type { PassageFinder } from '#server/retrieval/find-passages.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { enqueueEmbedding } from './embed-passages.ts'
import { loadPassages, resolveSelection } from './selection.ts'

type Services = { db: Db; finder: PassageFinder; queue: Queue; embedder: Embedder | null }

/** Pages processed in one transaction. */
const BATCH_PAGES = 50

/**
 * "Process selected pages": splits every selected page into passages, builds the selection's index and enqueues its
 * vectors. Idempotent: a page whose text has not changed is not split again. Publishes progress events. Throws AppError
 * 'knowledge.no-pages' for an empty list, 'page.not-found' when a page belongs to another person, 'knowledge.failed'.
 */
export async function processPages(
  services: Services,
  request: { userId: string; pageIds: string[] },
): Promise<Knowledge> {
  const { db, finder } = services
  const { userId } = request
  const requested = [...new Set(request.pageIds)]
  if (requested.length === 0) throw new AppError('knowledge.no-pages')
  try {
    const selection = await resolveSelection(db, userId, requested)
    if (selection.pageIds.length < requested.length) throw new AppError('page.not-found')
    const outdated = await findOutdated(db, userId, selection.pageIds)
    // Each page is one step when it is loaded into the index, and one more when it has to be split.
    const progress = createProgress(db, userId, requested.length, outdated.length + requested.length)
    await progress.add(0)
    for (const batch of inBatches(outdated, BATCH_PAGES)) {
      await processBatch(db, userId, batch)
      await progress.add(batch.length)
    }
    await finder.warm({ key: selection.key, load: () => loadPassages(db, userId, selection, progress.add) })
    await enqueueEmbedding(services, db, { userId })
    const [total] = await db
      .select({ passages: count() })
      .from(passages)
      .where(inArray(passages.pageId, selection.pageIds))
    const unchanged = requested.length - outdated.length
    return { processed: outdated.length, unchanged, passages: total?.passages ?? 0 }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('knowledge.failed', {}, { cause: error })
  }
}

async function findOutdated(db: Db, userId: string, pageIds: string[]): Promise<string[]> {
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

/** The crawl splits each page when it stores it, so only a page without passages is split here. */
async function processBatch(db: Db, userId: string, pageIds: string[]) {
  const inBatch = and(eq(pages.userId, userId), inArray(pages.id, pageIds))
  await db.transaction(async (tx) => {
    // Locked before looking for passages: two concurrent requests would split a page twice.
    await tx.select({ id: pages.id }).from(pages).where(inBatch).orderBy(asc(pages.id)).for('update')
    const unsplit = await tx
      .select({ id: pages.id, content: pages.content })
      .from(pages)
      .where(and(inBatch, sql`not exists (select from ${passages} where ${passages.pageId} = ${pages.id})`))
    for (const { id: pageId, content } of unsplit) {
      const spans = splitPassages(content)
      if (spans.length === 0) continue
      await tx.insert(passages).values(spans.map((span, position) => ({ pageId, position, ...span })))
    }
    await tx
      .update(pages)
      .set({ processedHash: sql`${pages.contentHash}` })
      .where(inBatch)
  })
}

const PROGRESS_INTERVAL_MS = 200

/** Publishes how many of `ofPages` pages are done, in proportion to the finished `steps`. */
function createProgress(db: Db, userId: string, ofPages: number, steps: number) {
  let done = 0
  let publishedAt = 0
  return {
    async add(more: number) {
      done += more
      if (done > 0 && done < steps && Date.now() - publishedAt < PROGRESS_INTERVAL_MS) return
      publishedAt = Date.now()
      await publish(db, userId, { type: 'knowledge', pages: Math.floor((ofPages * done) / steps), ofPages })
    },
  }
}
