/** Whose answer is written now and whose waits: first come, first served, but nobody holds up the others. */
import { AppError } from '#shared/errors.ts'
import type { PersonLimits } from '#shared/limits.ts'

export type AnswerTurns = {
  /**
   * Resolves, when it is this answer's turn, to the function that ends the turn. Throws AppError 'answer.too-many' when
   * the person's line is full, and 'answer.server-full' when everybody's is.
   */
  take(userId: string, limits: Pick<PersonLimits, 'answersAtOnce' | 'questionsWaiting'>): Promise<() => void>
  count(): { running: number; waiting: number }
}

type Waiting = { userId: string; atOnce: number; start: (end: () => void) => void }

/** So many wait for each that is being written before a question is better asked again later. */
const LINE_PER_ANSWER = 5
const ASK_AGAIN_SECONDS = 10

/** `most` answers are written at once. */
export function createAnswerTurns(most: number): AnswerTurns {
  const running = new Map<string, number>()
  const line: Waiting[] = []
  const runningOf = (userId: string) => running.get(userId) ?? 0
  const allRunning = () => [...running.values()].reduce((sum, each) => sum + each, 0)

  function begin(userId: string): () => void {
    running.set(userId, runningOf(userId) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (runningOf(userId) > 1) running.set(userId, runningOf(userId) - 1)
      else running.delete(userId)
      startNext()
    }
  }

  /** The first in line whose person has room; who has none lets the next one pass. */
  function startNext() {
    const next = line.findIndex(({ userId, atOnce }) => runningOf(userId) < atOnce)
    const [waiting] = next === -1 ? [] : line.splice(next, 1)
    waiting?.start(begin(waiting.userId))
  }

  return {
    take(userId, { answersAtOnce, questionsWaiting }) {
      if (allRunning() < most && runningOf(userId) < answersAtOnce) return Promise.resolve(begin(userId))
      const waiting = line.filter((each) => each.userId === userId).length
      if (waiting >= questionsWaiting) {
        throw new AppError('answer.too-many', { n: runningOf(userId) + waiting, retryAfterSeconds: ASK_AGAIN_SECONDS })
      }
      if (line.length >= most * LINE_PER_ANSWER) throw new AppError('answer.server-full', { retryAfterSeconds: ASK_AGAIN_SECONDS })
      return new Promise((start) => line.push({ userId, atOnce: answersAtOnce, start }))
    },
    count: () => ({ running: allRunning(), waiting: line.length }),
  }
}
