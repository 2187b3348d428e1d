/** The passage vectors of one selection: loaded for the first question, and again until every passage has one. */
import type { VectorRanking } from './fusion/fuse-rankings.ts'
import { buildVectorIndex, rankByCosine, type StoredVector, type VectorIndex } from './vector-index.ts'

export type VectorQuery = {
  model: string
  /** The question's vector by the same model; null if absent. Must not reject. */
  question: Promise<Float32Array | null>
  /** Loads the stored vectors of these pages' passages, by this model. */
  load: (pageIds: string[]) => Promise<StoredVector[]>
}

export type SelectionVectors = {
  /** Null if there is no vector of the question or of any passage, or if loading takes too long. */
  rank(query: VectorQuery): Promise<VectorRanking | null>
  /** Memory in bytes. */
  bytes(): number
}

/** How long a question waits for vectors to load. Loading continues for the next question. */
const LOAD_TIMEOUT_MS = 1_500
/** Minimum interval between loads while some passages have no vector yet. */
const RELOAD_INTERVAL_MS = 5_000

export function createSelectionVectors(passages: readonly { id: string; pageId: string }[]): SelectionVectors {
  let loaded: { model: string; vectors: StoredVector[]; index: VectorIndex; loadedAt: number } | null = null
  let pendingLoad: Promise<void> | null = null

  async function loadMissing({ model, load }: VectorQuery) {
    const present = loaded?.model === model ? loaded.vectors : []
    const presentIds = new Set(present.map(({ passageId }) => passageId))
    const missing = passages.filter(({ id }) => !presentIds.has(id))
    const pageIds = new Set(missing.map(({ pageId }) => pageId))
    const added = await load([...pageIds])
    const index = buildVectorIndex([...present, ...added.filter(({ passageId }) => !presentIds.has(passageId))])
    // Views into the index, so that each vector is in memory once.
    const vectors = index.ids.map((passageId, n) => ({
      passageId,
      vector: index.numbers.subarray(n * index.dimensions, (n + 1) * index.dimensions),
    }))
    loaded = { model, vectors, index, loadedAt: Date.now() }
  }

  function isLoadDue({ model }: VectorQuery): boolean {
    if (loaded?.model !== model) return true
    return loaded.index.ids.length < passages.length && Date.now() - loaded.loadedAt > RELOAD_INTERVAL_MS
  }

  return {
    async rank(query) {
      if (isLoadDue(query))
        pendingLoad ??= loadMissing(query)
          .catch(() => {})
          .finally(() => (pendingLoad = null))
      const question = await query.question
      if (!question) return null
      await Promise.race([pendingLoad, new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS).unref())])
      if (loaded?.model !== query.model || loaded.index.ids.length === 0) return null
      const ranks = await rankByCosine(loaded.index, question)
      return ranks.size > 0 ? { ranks, coverage: ranks.size / passages.length } : null
    },
    bytes: () => loaded?.index.bytes ?? 0,
  }
}
