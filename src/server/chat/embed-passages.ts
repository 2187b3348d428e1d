/**
 * Vectors for the passages of a person's processed pages that have none by the model that is set up. Each text is
 * paid for once: what was made is kept batch by batch, and the same text elsewhere takes the vector that is there.
 */
import { createHash } from 'node:crypto'
import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { pages, passages, passageVectors } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import { type Embedder, TEXTS_AT_ONCE } from '#server/models/embeddings.ts'
import { ServiceFailure } from '#server/models/service-failure.ts'
import type { Queue } from '#server/queue/open-queue.ts'

type Services = { db: Db; embedder: Embedder | null; log: Log; queue: Queue }

/** One person's pages; without, whoever has pages that lack vectors gets a job. */
export const EmbedPassages = z.object({ userId: z.string().optional() })
export type EmbedPassages = z.infer<typeof EmbedPassages>

/** Pages held in memory at a time. */
const PAGES_AT_A_TIME = 16
const REQUESTS_AT_ONCE = 4

/** Within `tx`: the person's pages get the vectors they lack. Nothing happens without an embedding model. */
export async function askForVectors({ queue, embedder }: Pick<Services, 'queue' | 'embedder'>, tx: Db, { userId }: EmbedPassages) {
  if (!embedder) return
  await queue.send(tx, 'embed-passages', { ...(userId && { userId }) }, { singletonKey: userId ?? 'everybody' })
}

/** Two jobs for one person in this process follow each other, or both would pay for the same texts. */
const underWay = new Map<string, Promise<void>>()

/** Throws when the service refuses or is away, so that the job is tried again. */
export async function embedPassages(services: Services, { userId }: EmbedPassages, signal: AbortSignal): Promise<void> {
  if (!services.embedder) return
  if (!userId) return askForEverybody(services, services.embedder.model)
  const before = underWay.get(userId)
  const work = (before ?? Promise.resolve()).catch(() => {}).then(() => embedOnePerson(services, userId, signal))
  underWay.set(userId, work)
  try {
    await work
  } catch (error) {
    if (!signal.aborted) services.log.warn({ err: error }, 'not all passages have vectors yet; words find them meanwhile')
    throw error
  } finally {
    if (underWay.get(userId) === work) underWay.delete(userId)
  }
}

/** Passages of processed pages, those that lack a vector by this model; the owner stands beside it. */
const lacking = (model: string) => sql`${pages.processedHash} = ${pages.contentHash} and not exists (
  select from ${passageVectors} where ${passageVectors.passageId} = ${passages.id} and ${passageVectors.model} = ${model})`

async function askForEverybody(services: Services, model: string) {
  const { db } = services
  const people = await db
    .selectDistinct({ userId: pages.userId })
    .from(pages)
    .innerJoin(passages, eq(passages.pageId, pages.id))
    .where(and(isNotNull(pages.processedHash), lacking(model)))
  for (const { userId } of people) await askForVectors(services, db, { userId })
}

type Piece = { hash: string; text: string; pageId: string; passageIds: string[] }

async function embedOnePerson({ db, embedder, log }: Services, userId: string, signal: AbortSignal) {
  if (!embedder) return
  const { model } = embedder
  /** Left for the next try of the job, so that a page the service refuses keeps no other waiting. */
  const refused = new Set<string>()
  for (;;) {
    signal.throwIfAborted()
    const pieces = await nextPieces(db, userId, model, refused)
    if (pieces.length === 0) break
    const known = await knownVectors(db, userId, model, pieces)
    await keep(pieces.flatMap((piece) => (known.has(piece.hash) ? { piece, vector: known.get(piece.hash) } : [])))
    const batches = [...inBatches(pieces.filter(({ hash }) => !known.has(hash)), TEXTS_AT_ONCE)]
    const asking = Array.from({ length: REQUESTS_AT_ONCE }, async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) await embedBatch(batch)
    })
    // What is under way is paid for: it is kept before a failure ends the job.
    for (const outcome of await Promise.allSettled(asking)) if (outcome.status === 'rejected') throw outcome.reason
  }
  if (refused.size > 0) throw new Error(`The embedding model did not take the text of ${refused.size} pages`)

  async function embedBatch(batch: Piece[]) {
    try {
      const vectors = await embedder?.embed(batch.map(({ text }) => text), signal)
      await keep(batch.map((piece, n) => ({ piece, vector: vectors?.[n] })))
    } catch (error) {
      if (!(error instanceof ServiceFailure) || (error.kind !== 'other' && error.kind !== 'too-long')) throw error
      log.warn({ err: error, pages: batch.map(({ pageId }) => pageId) }, 'passages got no vectors')
      for (const { pageId } of batch) refused.add(pageId)
    }
  }

  async function keep(made: { piece: Piece; vector: Float32Array | undefined }[]) {
    const rows = made.flatMap(({ piece, vector }) =>
      vector ? piece.passageIds.map((passageId) => ({ passageId, model, textHash: piece.hash, vector })) : [],
    )
    if (rows.length === 0) return
    await db.transaction(async (tx) => {
      // A page may have been deleted while its texts were away.
      const there = await tx.select({ id: passages.id }).from(passages).where(inArray(passages.id, rows.map((row) => row.passageId))).for('key share')
      const ids = new Set(there.map(({ id }) => id))
      const kept = rows.filter(({ passageId }) => ids.has(passageId))
      if (kept.length === 0) return
      await tx
        .insert(passageVectors)
        .values(kept)
        .onConflictDoUpdate({
          target: passageVectors.passageId,
          set: { model: sql`excluded.model`, textHash: sql`excluded.text_hash`, vector: sql`excluded.vector` },
        })
    })
  }
}

/** The texts that lack a vector on the next few pages, each text once. */
async function nextPieces(db: Db, userId: string, model: string, refused: ReadonlySet<string>): Promise<Piece[]> {
  const own = and(eq(pages.userId, userId), lacking(model), refused.size > 0 ? notInArray(pages.id, [...refused]) : undefined)
  const found = await db
    .selectDistinct({ id: pages.id })
    .from(pages)
    .innerJoin(passages, eq(passages.pageId, pages.id))
    .where(own)
    .limit(PAGES_AT_A_TIME)
  if (found.length === 0) return []
  const ofThem = and(own, inArray(pages.id, found.map(({ id }) => id)))
  const texts = await db.select({ id: pages.id, title: pages.title, content: pages.content }).from(pages).where(and(eq(pages.userId, userId), inArray(pages.id, found.map(({ id }) => id))))
  const spans = await db
    .select({ id: passages.id, pageId: passages.pageId, headingPath: passages.headingPath, start: passages.startOffset, end: passages.endOffset })
    .from(passages)
    .innerJoin(pages, eq(passages.pageId, pages.id))
    .where(ofThem)
  const pageById = new Map(texts.map((page) => [page.id, page]))
  const pieces = new Map<string, Piece>()
  for (const { id, pageId, headingPath, start, end } of spans) {
    const page = pageById.get(pageId)
    if (!page) continue
    // Where it stands says what it is about.
    const text = [page.title, headingPath.join(', '), page.content.slice(start, end)].filter(Boolean).join('\n')
    const hash = createHash('sha256').update(text).digest('base64url')
    const known = pieces.get(hash)
    if (known) known.passageIds.push(id)
    else pieces.set(hash, { hash, text, pageId, passageIds: [id] })
  }
  return [...pieces.values()]
}

/** Of texts that this person has had on another page before, as after a second crawl of the same site. */
async function knownVectors(db: Db, userId: string, model: string, pieces: readonly Piece[]): Promise<Map<string, Float32Array>> {
  const rows = await db
    .selectDistinctOn([passageVectors.textHash], { hash: passageVectors.textHash, vector: passageVectors.vector })
    .from(passageVectors)
    .innerJoin(passages, eq(passages.id, passageVectors.passageId))
    .innerJoin(pages, eq(pages.id, passages.pageId))
    .where(and(eq(pages.userId, userId), eq(passageVectors.model, model), inArray(passageVectors.textHash, pieces.map(({ hash }) => hash))))
  return new Map(rows.map(({ hash, vector }) => [hash, vector]))
}
