/** Compares questions with passages by a sentence-embedding model, in a worker thread: a passage takes 60 ms. */
import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '#server/platform/worker-thread.ts'
import type { Similarity } from '#server/retrieval/fusion/fuse-with-similarity.ts'

export type SimilarityTask = { id: number; question: string; texts: readonly string[] }
export type SimilarityReply = { id: number; cosines: number[] }

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

/** The thread starts with the first question and does not keep the process alive. `onFailure` is called when it ends. */
export function createSimilarityThread(onFailure: (error: unknown) => void): SimilarityThread {
  const waiting = new Map<number, (cosines: readonly number[] | null) => void>()
  let worker: Worker | null = null
  let blockedUntil = 0
  let lastId = 0

  function start(): Worker {
    const started = startWorkerThread(new URL('./similarity-worker.ts', import.meta.url), MEMORY_LIMITS)
    started.on('message', ({ id, cosines }: SimilarityReply) => settle(id, cosines))
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The thread ended')))
    return started
  }

  function settle(id: number, cosines: readonly number[] | null) {
    waiting.get(id)?.(cosines)
    waiting.delete(id)
    // An idle thread must not keep the process alive.
    if (waiting.size === 0) worker?.unref()
  }

  function fail(ended: Worker, error: unknown) {
    if (worker !== ended) return
    worker = null
    blockedUntil = Date.now() + COOLDOWN_MS
    onFailure(error)
    for (const id of waiting.keys()) settle(id, null)
  }

  return {
    async similarity(question, texts, { isUrgent }) {
      if (Date.now() < blockedUntil || (isUrgent && waiting.size >= MAX_WAITING)) return null
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<readonly number[] | null>()
      waiting.set(id, resolve)
      worker.postMessage({ id, question, texts } satisfies SimilarityTask)
      if (!isUrgent) return promise
      const timer = setTimeout(resolve, TIMEOUT_MS, null)
      return promise.finally(() => clearTimeout(timer))
    },
    async close() {
      const ended = worker
      worker = null
      for (const id of waiting.keys()) settle(id, null)
      await ended?.terminate()
    },
  }
}
