/**
 * Makes vectors for the passages of processed pages that have none by the configured embedding model. Each text is paid
 * for once: every batch is stored when it arrives, and equal texts share a vector.
 */
import { createHash } from 'node:crypto'
import { and, eq, inArray, isNotNull, not, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { pages, passages, passageVectors } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { JobData } from '#server/platform/queues.ts'
import { type Embedder, MAX_BATCH_SIZE } from '#server/engines/language-model/embedder.ts'
import { passageId, splitPassages } from '#server/retrieval/split-passages.ts'
import { ServiceFailure } from '#server/engines/language-model/service-failure.ts'

type Services = { db: Db; embedder: Embedder | null; log: Log; queue: Queue }

/** Pages whose passages are in memory at a time. */
const PAGES_PER_ROUND = 16
const CONCURRENT_REQUESTS = 4

/** Enqueues the job within `tx`. Does nothing without an embedding model. */
export async function enqueueEmbedding(
  { queue, embedder }: Pick<Services, 'queue' | 'embedder'>,
  tx: Db,
  { userId }: JobData<'embed-passages'>,
) {
  if (!embedder) return
  await queue.send(tx, 'embed-passages', { ...(userId && { userId }) }, { singletonKey: userId ?? 'all' })
}

/** Serializes the jobs of one user in this process: concurrent jobs would pay for the same texts. */
const runningByUser = new Map<string, Promise<void>>()

/** Throws when the embedding service fails, so that the queue retries the job. */
export async function embedPassages(
  services: Services,
  { userId }: JobData<'embed-passages'>,
  signal: AbortSignal,
): Promise<void> {
  const { embedder, log } = services
  if (!embedder) return
  if (!userId) return enqueueForEachUser(services, embedder.model)
  const previous = runningByUser.get(userId) ?? Promise.resolve()
  const previousSettled = previous.catch(() => {})
  const run = previousSettled.then(() => embedUserPassages({ ...services, embedder }, userId, signal))
  runningByUser.set(userId, run)
  try {
    await run
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'Some passages have no vectors yet; only words find them')
    throw error
  } finally {
    if (runningByUser.get(userId) === run) runningByUser.delete(userId)
  }
}

const isProcessed = sql`${pages.processedHash} = ${pages.contentHash}`
const isSplit = sql`exists (select from ${passages} where ${passages.pageId} = ${pages.id})`

/** Joined to `pages`: passages of processed pages without a vector by this model. */
const lacksVector = (model: string) => sql`${isProcessed} and not exists (
  select from ${passageVectors} where ${passageVectors.passageId} = ${passages.id} and ${passageVectors.model} = ${model})`

async function enqueueForEachUser(services: Services, model: string) {
  const { db } = services
  const users = await db
    .selectDistinct({ userId: pages.userId })
    .from(pages)
    .leftJoin(passages, eq(passages.pageId, pages.id))
    .where(and(isNotNull(pages.processedHash), lacksVector(model)))
  for (const { userId } of users) await enqueueEmbedding(services, db, { userId })
}

/**
 * One text to embed, with all passages that have it. `hash` identifies the text; `pageId` is the page of one of them.
 */
type Piece = { hash: string; text: string; pageId: string; passageIds: string[] }

async function embedUserPassages(services: Services & { embedder: Embedder }, userId: string, signal: AbortSignal) {
  const { db, embedder } = services
  const { model } = embedder
  await storePassages(db, userId, signal)
  /** Pages that the service rejected, left for the next attempt of the job so that they do not block the others. */
  const rejectedPages = new Set<string>()
  for (;;) {
    signal.throwIfAborted()
    const pieces = await nextPieces(db, userId, model, rejectedPages)
    if (pieces.length === 0) break
    const knownVectors = await loadKnownVectors(db, userId, model, pieces)
    await storeVectors(
      db,
      model,
      pieces.map((piece) => ({ piece, vector: knownVectors.get(piece.hash) })),
    )
    const missing = pieces.filter(({ hash }) => !knownVectors.has(hash))
    await embedPieces(services, missing, rejectedPages, signal)
  }
  if (rejectedPages.size > 0) throw new Error(`The embedding model rejected the text of ${rejectedPages.size} pages`)
}

/** Makes and stores the vectors of `pieces`. Adds the pages whose text the service rejects to `rejectedPages`. */
async function embedPieces(
  services: Services & { embedder: Embedder },
  pieces: readonly Piece[],
  rejectedPages: Set<string>,
  signal: AbortSignal,
) {
  const batches = [...inBatches(pieces, MAX_BATCH_SIZE)]
  const workers = Array.from({ length: CONCURRENT_REQUESTS }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      await embedBatch(services, batch, rejectedPages, signal)
    }
  })
  // All settled: running requests are paid for, so their vectors are stored before a failure ends the job.
  const outcomes = await Promise.allSettled(workers)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function embedBatch(
  { db, embedder, log }: Services & { embedder: Embedder },
  batch: readonly Piece[],
  rejectedPages: Set<string>,
  signal: AbortSignal,
) {
  try {
    const texts = batch.map(({ text }) => text)
    const vectors = await embedder.embed(texts, signal)
    const embedded = batch.map((piece, index) => ({ piece, vector: vectors[index] }))
    await storeVectors(db, embedder.model, embedded)
  } catch (error) {
    if (!isRejectedText(error)) throw error
    log.warn({ err: error, pages: batch.map(({ pageId }) => pageId) }, 'The embedding model rejected passages')
    for (const { pageId } of batch) rejectedPages.add(pageId)
  }
}

/** True if the service refuses these texts; other failures concern every text. */
function isRejectedText(error: unknown): boolean {
  return error instanceof ServiceFailure && (error.kind === 'other' || error.kind === 'too-long')
}

/** Pieces without a vector are left out. */
async function storeVectors(
  db: Db,
  model: string,
  embedded: readonly { piece: Piece; vector: Float32Array | undefined }[],
) {
  const rows = embedded.flatMap(({ piece, vector }) => {
    if (!vector) return []
    return piece.passageIds.map((passageId) => ({ passageId, model, textHash: piece.hash, vector }))
  })
  if (rows.length === 0) return
  const passageIds = rows.map((row) => row.passageId)
  await db.transaction(async (tx) => {
    // The page may have been deleted during the request.
    const locked = await tx
      .select({ id: passages.id })
      .from(passages)
      .where(inArray(passages.id, passageIds))
      .for('key share')
    const existing = new Set(locked.map(({ id }) => id))
    const storable = rows.filter(({ passageId }) => existing.has(passageId))
    if (storable.length === 0) return
    await tx
      .insert(passageVectors)
      .values(storable)
      .onConflictDoUpdate({
        target: passageVectors.passageId,
        set: { model: sql`excluded.model`, textHash: sql`excluded.text_hash`, vector: sql`excluded.vector` },
      })
  })
}

/** Stores the passages of processed pages that have none: vectors refer to them. */
async function storePassages(db: Db, userId: string, signal: AbortSignal) {
  const isUnsplit = and(eq(pages.userId, userId), isProcessed, not(isSplit))
  // A page without text has no passages and stays unsplit, so each round starts after the last page of the one before.
  let lastId = ''
  for (;;) {
    signal.throwIfAborted()
    const unsplit = await db
      .select({ id: pages.id, content: pages.content })
      .from(pages)
      .where(and(isUnsplit, sql`${pages.id}::text > ${lastId}`))
      .orderBy(sql`${pages.id}::text`)
      .limit(PAGES_PER_ROUND)
    const last = unsplit.at(-1)
    if (!last) return
    lastId = last.id
    const rows = unsplit.flatMap(({ id: pageId, content }) =>
      splitPassages(content).map((span, position) => ({ id: passageId(pageId, span), pageId, position, ...span })),
    )
    // A page may have been deleted since, and another process may have stored the same passages.
    await db.execute(sql`
      insert into passages (id, page_id, position, heading_path, start_offset, end_offset)
      select row.id, "pageId", position, "headingPath", "startOffset", "endOffset"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as row(id uuid, "pageId" uuid, position int, "headingPath" jsonb, "startOffset" int, "endOffset" int)
        join pages on pages.id = "pageId"
      on conflict do nothing`)
  }
}

/** The distinct texts that lack a vector on the next few pages; empty when no page is left. */
async function nextPieces(db: Db, userId: string, model: string, rejectedPages: ReadonlySet<string>): Promise<Piece[]> {
  const isPending = and(
    eq(pages.userId, userId),
    lacksVector(model),
    rejectedPages.size > 0 ? notInArray(pages.id, [...rejectedPages]) : undefined,
  )
  const pendingPages = await db
    .selectDistinct({ id: pages.id })
    .from(pages)
    .innerJoin(passages, eq(passages.pageId, pages.id))
    .where(isPending)
    .limit(PAGES_PER_ROUND)
  if (pendingPages.length === 0) return []
  const pageIds = pendingPages.map(({ id }) => id)
  // Two statements, so that the content of a page is not sent with each of its passages.
  const pageTexts = await db
    .select({ id: pages.id, title: pages.title, content: pages.content })
    .from(pages)
    .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds)))
  const pendingPassages = await db
    .select({
      id: passages.id,
      pageId: passages.pageId,
      headingPath: passages.headingPath,
      startOffset: passages.startOffset,
      endOffset: passages.endOffset,
    })
    .from(passages)
    .innerJoin(pages, eq(passages.pageId, pages.id))
    .where(and(isPending, inArray(pages.id, pageIds)))
  return groupByText(pageTexts, pendingPassages)
}

type PageText = { id: string; title: string; content: string }
type StoredPassage = { id: string; pageId: string; headingPath: string[]; startOffset: number; endOffset: number }

/** One piece for each distinct text, in the order of its first passage. */
function groupByText(pageTexts: readonly PageText[], storedPassages: readonly StoredPassage[]): Piece[] {
  const pageById = new Map(pageTexts.map((page) => [page.id, page]))
  const pieces = new Map<string, Piece>()
  for (const passage of storedPassages) {
    const page = pageById.get(passage.pageId)
    if (!page) continue
    const text = textToEmbed(page, passage)
    const hash = createHash('sha256').update(text).digest('base64url')
    const known = pieces.get(hash)
    if (known) known.passageIds.push(passage.id)
    else pieces.set(hash, { hash, text, pageId: page.id, passageIds: [passage.id] })
  }
  return [...pieces.values()]
}

/** Title and headings are embedded too: they often name the subject that the passage itself leaves out. */
function textToEmbed({ title, content }: PageText, { headingPath, startOffset, endOffset }: StoredPassage): string {
  const parts = [title, headingPath.join(', '), content.slice(startOffset, endOffset)]
  return parts.filter(Boolean).join('\n')
}

/** Vectors of equal texts on this user's other pages, for example from an earlier crawl of the same site. */
async function loadKnownVectors(
  db: Db,
  userId: string,
  model: string,
  pieces: readonly Piece[],
): Promise<Map<string, Float32Array>> {
  const hashes = pieces.map(({ hash }) => hash)
  const rows = await db
    .selectDistinctOn([passageVectors.textHash], { hash: passageVectors.textHash, vector: passageVectors.vector })
    .from(passageVectors)
    .innerJoin(passages, eq(passages.id, passageVectors.passageId))
    .innerJoin(pages, eq(pages.id, passages.pageId))
    .where(and(eq(pages.userId, userId), eq(passageVectors.model, model), inArray(passageVectors.textHash, hashes)))
  return new Map(rows.map(({ hash, vector }) => [hash, vector]))
}
