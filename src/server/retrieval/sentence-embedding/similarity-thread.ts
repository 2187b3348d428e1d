/** Compares questions with passages by a sentence-embedding model, in a worker thread: a passage takes 60 ms. */
import { createRequestThread } from '#server/platform/request-thread.ts'
import type { Similarity } from '#server/retrieval/fusion/fuse-with-similarity.ts'

export type Comparison = { question: string; texts: readonly string[] }

/** An urgent question waits no longer for its cosines. The thread finishes, and keeps the vectors for the next question. */
const TIMEOUT_MS = 5_000
/** While so many questions wait, words alone decide for further urgent ones: they would reach the timeout. */
const MAX_WAITING = 3
/** Of JavaScript objects: the vocabulary and the vectors. The weights are outside. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
/** After a failure. */
const COOLDOWN_MS = 60_000

export type SimilarityThread = {
  similarity: Similarity
  close(): Promise<void>
}

/** The thread starts with the first question. `onFailure` is called when it fails. */
export function createSimilarityThread(onFailure: (error: unknown) => void): SimilarityThread {
  const thread = createRequestThread<Comparison, number[]>(
    new URL('./similarity-worker.ts', import.meta.url),
    MEMORY_LIMITS,
  )
  let blockedUntil = 0

  /** Of several questions that fail together, only the first is reported. */
  function fail(error: unknown): null {
    if (Date.now() >= blockedUntil) {
      blockedUntil = Date.now() + COOLDOWN_MS
      onFailure(error)
    }
    return null
  }

  return {
    async similarity(question, texts, { isUrgent }) {
      if (Date.now() < blockedUntil || (isUrgent && thread.waiting() >= MAX_WAITING)) return null
      const cosines = thread.send({ question, texts }).catch(fail)
      if (!isUrgent) return cosines
      const { promise: timedOut, resolve } = Promise.withResolvers<null>()
      const timer = setTimeout(resolve, TIMEOUT_MS, null)
      return Promise.race([cosines, timedOut]).finally(() => clearTimeout(timer))
    },
    async close() {
      // The waiting questions are not a failure.
      blockedUntil = Infinity
      await thread.end()
    },
  }
}
