/**
 * Limits concurrent answers, per user and in the whole installation. Slots are counted over all
 * processes; each process has its own queue, first come first served among users who have a free slot.
 */
import { AppError } from '#shared/errors.ts'
import type { AnswerLimits } from '#shared/limits.ts'
import type { HeldSlots, Semaphore } from '#server/platform/semaphore.ts'

export type AnswerSemaphore = {
  /**
   * Resolves to the function that releases the slot. Resolves without a slot when `signal` is aborted by then: a
   * stopped answer needs none to end. Throws AppError 'answer.too-many' when the user's queue is full, and
   * 'answer.server-full' when the queue of this process is.
   */
  acquire(userId: string, limits: AnswerLimits, signal?: AbortSignal): Promise<() => void>
  /** The answers of this process only. */
  count(): { running: number; waiting: number }
  close(): void
}

type Waiting = { userId: string; limit: number; start: (release: () => void) => void }

/** Questions that may wait in one process for each answer that may run. */
const WAITING_PER_SLOT = 5
const RETRY_AFTER_SECONDS = 10
/** A process that dies frees its slots without a notification. */
const POLL_MS = 1_000
const INSTALLATION_SLOTS = 'answers'

/** `maxConcurrent` holds over all processes. */
export function createAnswerSemaphore(slots: Semaphore, maxConcurrent: number): AnswerSemaphore {
  const running = countRunning()
  const queue: Waiting[] = []
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  const startWaiting = onePassAtATime(passOverQueue, pollWhileWaiting)
  const unsubscribe = slots.onRelease(() => void startWaiting())

  function pollWhileWaiting() {
    clearTimeout(pollTimer)
    if (queue.length > 0) pollTimer = setTimeout(() => void startWaiting(), POLL_MS).unref()
  }

  /** A user who has no free slot does not block the others. */
  async function passOverQueue() {
    const skipped = new Set<string>()
    for (const waiting of [...queue]) {
      const { userId, limit } = waiting
      if (skipped.has(userId) || running.of(userId) >= limit) continue
      const held = await slots
        .acquire([
          { name: `answers of ${userId}`, limit },
          { name: INSTALLATION_SLOTS, limit: maxConcurrent },
        ])
        .catch(() => UNCOUNTED)
      if ('full' in held) {
        if (held.full === INSTALLATION_SLOTS) return
        skipped.add(userId)
      } else if (dequeue(waiting)) {
        waiting.start(running.add(userId, held))
      } else {
        // Without a database, its slots are free.
        await held.release().catch(() => undefined)
      }
    }
  }

  /** False when it was stopped and has left the queue. */
  function dequeue(waiting: Waiting): boolean {
    const index = queue.indexOf(waiting)
    if (index !== -1) queue.splice(index, 1)
    return index !== -1
  }

  return {
    acquire(userId, { answersAtOnce: limit, questionsWaiting }, signal) {
      const ofUser = running.of(userId) + queue.filter((waiting) => waiting.userId === userId).length
      if (ofUser >= limit + questionsWaiting) {
        throw new AppError('answer.too-many', { n: ofUser, retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      if (running.total() + queue.length >= maxConcurrent * (1 + WAITING_PER_SLOT)) {
        throw new AppError('answer.server-full', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      if (signal?.aborted) return Promise.resolve(() => {})
      return new Promise((start) => {
        const waiting = { userId, limit, start }
        queue.push(waiting)
        signal?.addEventListener('abort', () => dequeue(waiting) && start(() => {}), { once: true })
        void startWaiting()
      })
    },
    count: () => ({ running: running.total(), waiting: queue.length }),
    close() {
      unsubscribe()
      clearTimeout(pollTimer)
    },
  }
}

/** The running answers of each user. */
function countRunning() {
  const counts = new Map<string, number>()
  const of = (userId: string) => counts.get(userId) ?? 0
  return {
    of,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    /** Counts an answer until the returned function is called, which releases its slots. */
    add(userId: string, held: HeldSlots): () => void {
      counts.set(userId, of(userId) + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        if (of(userId) > 1) counts.set(userId, of(userId) - 1)
        else counts.delete(userId)
        void held.release()
      }
    },
  }
}

/** Runs `pass`; a call during a pass causes another one after it. `onIdle` is called when none is left. */
function onePassAtATime(pass: () => Promise<void>, onIdle: () => void): () => Promise<void> {
  let isRunning = false
  let mustRepeat = false
  return async () => {
    mustRepeat = true
    if (isRunning) return
    isRunning = true
    try {
      while (mustRepeat) {
        mustRepeat = false
        await pass()
      }
    } finally {
      isRunning = false
    }
    onIdle()
  }
}

/** Without a database, slots cannot be counted: let the answer start and report the failure itself. */
const UNCOUNTED: HeldSlots = { release: async () => {} }
