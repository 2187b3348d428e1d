/** What ranking by meaning needs of a question: its vector, and those of the selection as they are stored. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { inBatches } from '#server/db/in-batches.ts'
import { pages, passages, passageVectors } from '#server/db/schema/index.ts'
import type { StoredVector } from '#server/knowledge/rank-vectors.ts'
import type { Meaning } from '#server/knowledge/selection-vectors.ts'
import type { Embedder } from '#server/models/embeddings.ts'

/** An answer waits no longer for the question's vector. */
const QUESTION_WITHIN_MS = 2_000
/** Pages whose vectors are fetched in one statement: about six megabytes with 1,536 numbers each. */
const PAGES_PER_LOAD = 50

/** Undefined without an embedding model: then words alone rank. */
export function meaningOf({ db, embedder }: { db: Db; embedder: Embedder | null }, userId: string, question: string): Meaning | undefined {
  if (!embedder) return undefined
  const { model } = embedder
  return {
    model,
    question: embedder.embedQuestion(question, QUESTION_WITHIN_MS),
    async load(pageIds) {
      const loaded: StoredVector[] = []
      for (const some of inBatches(pageIds, PAGES_PER_LOAD)) loaded.push(...(await vectorsOf(db, userId, model, some)))
      return loaded
    },
  }
}

async function vectorsOf(db: Db, userId: string, model: string, pageIds: string[]): Promise<StoredVector[]> {
  return db
    .select({ passageId: passageVectors.passageId, vector: passageVectors.vector })
    .from(passageVectors)
    .innerJoin(passages, eq(passages.id, passageVectors.passageId))
    .innerJoin(pages, eq(pages.id, passages.pageId))
    .where(and(eq(pages.userId, userId), inArray(pages.id, pageIds), eq(passageVectors.model, model)))
}
