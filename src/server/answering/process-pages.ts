import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Knowledge } from '#shared/crawl/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { Embedder } from '#server/engines/language-model/embedder.ts'
import type { PassageFinder } from '#server/retrieval/passage-finder.ts'
import { enqueueEmbedding } from './embed-passages.ts'
import { loadPassages, resolveSelection } from './selection.ts'

type Services = { db: Db; finder: PassageFinder; queue: Queue; embedder: Embedder | null }

/** Pages marked in one statement. */
const BATCH_PAGES = 50

/**
 * "Process selected pages": splits the selected pages into passages, builds their index and enqueues their vectors.
 * Idempotent. Publishes progress events. Throws AppError 'knowledge.no-pages' for an empty list, 'page.not-found' when
 * a page belongs to another user, 'knowledge.failed'.
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
    // Each page is one step when it is loaded into the index, and one more when it has to be marked.
    const progress = createProgress(db, userId, requested.length, outdated.length + requested.length)
    await progress.add(0)
    for (const batch of inBatches(outdated, BATCH_PAGES)) {
      await markProcessed(db, userId, batch)
      await progress.add(batch.length)
    }
    const load = () => loadPassages(db, userId, selection, progress.add)
    const { passages } = await finder.warm({ key: selection.key, load })
    await enqueueEmbedding(services, db, { userId })
    return { processed: outdated.length, unchanged: requested.length - outdated.length, passages }
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
        isAnyOf(pages.id, pageIds),
        or(isNull(pages.processedHash), ne(pages.processedHash, pages.contentHash)),
      ),
    )
    .orderBy(asc(pages.id))
  return rows.map(({ id }) => id)
}

async function markProcessed(db: Db, userId: string, pageIds: string[]) {
  await db
    .update(pages)
    .set({ processedHash: sql`${pages.contentHash}` })
    .where(and(eq(pages.userId, userId), isAnyOf(pages.id, pageIds)))
}

const PROGRESS_INTERVAL_MS = 200
/** Published without waiting, so that a quick run shows its progress too. */
const PROGRESS_SHARE = 0.1

/** Publishes how many of `ofPages` pages are done, in proportion to the finished `steps`. */
function createProgress(db: Db, userId: string, ofPages: number, steps: number) {
  let done = 0
  let published = 0
  let publishedAt = 0
  return {
    async add(more: number) {
      done += more
      const isDue = Date.now() - publishedAt >= PROGRESS_INTERVAL_MS || done - published >= steps * PROGRESS_SHARE
      if (done > 0 && done < steps && !isDue) return
      published = done
      publishedAt = Date.now()
      await publish(db, userId, { type: 'knowledge', pages: Math.floor((ofPages * done) / steps), ofPages })
    },
  }
}
