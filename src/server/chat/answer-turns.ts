/**
 * Whose answer is written now and whose waits: first come, first served, but nobody holds up the others. The places are
 * counted over all processes; each has a line of its own.
 */
import { AppError } from '#shared/errors.ts'
import type { PersonLimits } from '#shared/limits.ts'
import type { Places, TakenPlaces } from '#server/db/places.ts'

export type AnswerTurns = {
  /**
   * Resolves, when it is this answer's turn, to the function that ends the turn; at once when `signal` is aborted, since
   * what is stopped need not wait to end. Throws AppError 'answer.too-many' when the person's line is full, and
   * 'answer.server-full' when everybody's is.
   */
  take(userId: string, limits: Pick<PersonLimits, 'answersAtOnce' | 'questionsWaiting'>, signal?: AbortSignal): Promise<() => void>
  /** In this process. */
  count(): { running: number; waiting: number }
  close(): void
}

type Waiting = { userId: string; atOnce: number; start: (end: () => void) => void }

/** So many wait for each that is being written before a question is better asked again later. */
const LINE_PER_ANSWER = 5
const ASK_AGAIN_SECONDS = 10
/** Of a place that was lost with its process nobody is told. */
const LOOK_AGAIN_MS = 1_000
const EVERYBODY = 'answers'

/** `most` answers are written at once. */
export function createAnswerTurns(places: Places, most: number): AnswerTurns {
  const running = new Map<string, number>()
  const line: Waiting[] = []
  const runningOf = (userId: string) => running.get(userId) ?? 0
  const allRunning = () => [...running.values()].reduce((sum, each) => sum + each, 0)
  const forget = places.onLeft(() => void giveTurns())
  let walking = false
  let news = false
  let look: ReturnType<typeof setTimeout> | undefined

  /** One walk along the line at a time; what happens meanwhile is reason for another. */
  async function giveTurns() {
    news = true
    if (walking) return
    walking = true
    while (news) {
      news = false
      await walkLine()
    }
    walking = false
    clearTimeout(look)
    if (line.length > 0) look = setTimeout(() => void giveTurns(), LOOK_AGAIN_MS).unref()
  }

  /** From its beginning; whose person has no place lets the next one pass. */
  async function walkLine() {
    const passed = new Set<string>()
    for (const waiting of [...line]) {
      const { userId, atOnce } = waiting
      if (passed.has(userId) || runningOf(userId) >= atOnce) continue
      const taken = await places
        .take([{ name: `answers of ${userId}`, most: atOnce }, { name: EVERYBODY, most }])
        .catch(() => UNCOUNTED)
      if ('full' in taken) {
        if (taken.full === EVERYBODY) return
        passed.add(userId)
      } else if (leaveLine(waiting)) {
        waiting.start(begin(userId, taken))
      } else {
        await taken.leave()
      }
    }
  }

  function begin(userId: string, { leave }: TakenPlaces): () => void {
    running.set(userId, runningOf(userId) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (runningOf(userId) > 1) running.set(userId, runningOf(userId) - 1)
      else running.delete(userId)
      void leave()
    }
  }

  /** False when it was not in the line any more. */
  function leaveLine(waiting: Waiting): boolean {
    const place = line.indexOf(waiting)
    if (place !== -1) line.splice(place, 1)
    return place !== -1
  }

  return {
    take(userId, { answersAtOnce: atOnce, questionsWaiting }, signal) {
      const ofPerson = runningOf(userId) + line.filter((each) => each.userId === userId).length
      if (ofPerson >= atOnce + questionsWaiting) throw new AppError('answer.too-many', { n: ofPerson, retryAfterSeconds: ASK_AGAIN_SECONDS })
      if (allRunning() + line.length >= most * (1 + LINE_PER_ANSWER)) {
        throw new AppError('answer.server-full', { retryAfterSeconds: ASK_AGAIN_SECONDS })
      }
      return new Promise((start) => {
        const waiting = { userId, atOnce, start }
        line.push(waiting)
        signal?.addEventListener('abort', () => leaveLine(waiting) && start(() => {}), { once: true })
        void giveTurns()
      })
    },
    count: () => ({ running: allRunning(), waiting: line.length }),
    close() {
      forget()
      clearTimeout(look)
    },
  }
}

/** A database that cannot be asked for a place is none to be protected; the answer will hear of it. */
const UNCOUNTED: TakenPlaces = { leave: async () => {} }
