/** The vectors of one selection beside its word index: read when first asked for, and again until none is missing. */
import type { MeaningRank } from './fuse-rankings.ts'
import { buildVectorIndex, rankByMeaning, type StoredVector, type VectorIndex } from './rank-vectors.ts'

export type Meaning = {
  model: string
  /** The question's vector by the same model; null when there is none. Does not reject. */
  question: Promise<Float32Array | null>
  /** Reads the stored vectors of these pages' passages, by this model. */
  load: (pageIds: string[]) => Promise<StoredVector[]>
}

export type SelectionVectors = {
  /** Null when the words must do: no vector of the question, none of the passages, or not read in time. */
  rank(meaning: Meaning): Promise<MeaningRank | null>
  /** Memory in bytes. */
  bytes(): number
}

/** A question waits no longer for vectors to be read; they are there for the next one. */
const READ_WITHIN_MS = 1_500
/** While vectors are being made, more of them are looked for so often. */
const LOOK_AGAIN_MS = 5_000

export function keepVectors(passages: readonly { id: string; pageId: string }[]): SelectionVectors {
  let known: { model: string; vectors: StoredVector[]; index: VectorIndex; readAt: number } | null = null
  let reading: Promise<void> | null = null

  async function read({ model, load }: Meaning) {
    const before = known?.model === model ? known.vectors : []
    const have = new Set(before.map(({ passageId }) => passageId))
    const wanted = new Set(passages.flatMap(({ id, pageId }) => (have.has(id) ? [] : [pageId])))
    const read = await load([...wanted])
    const vectors = [...before, ...read.filter(({ passageId }) => !have.has(passageId))]
    const index = buildVectorIndex(vectors)
    // Views into the index, so that each number is kept once.
    const kept = index.ids.map((passageId, n) => ({ passageId, vector: index.numbers.subarray(n * index.size, (n + 1) * index.size) }))
    known = { model, vectors: kept, index, readAt: Date.now() }
  }

  function mustRead({ model }: Meaning): boolean {
    if (known?.model !== model) return true
    return known.index.ids.length < passages.length && Date.now() - known.readAt > LOOK_AGAIN_MS
  }

  return {
    async rank(meaning) {
      if (mustRead(meaning)) reading ??= read(meaning).catch(() => {}).finally(() => (reading = null))
      const question = await meaning.question
      if (!question) return null
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, READ_WITHIN_MS).unref())])
      if (known?.model !== meaning.model || known.index.ids.length === 0) return null
      const places = await rankByMeaning(known.index, question)
      return places.size > 0 ? { places, share: places.size / passages.length } : null
    },
    bytes: () => known?.index.bytes ?? 0,
  }
}
