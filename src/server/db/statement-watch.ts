/**
 * How long statements take on either database: counted for /metrics, and written to the log when slow. Of a statement
 * only its text is kept, never what it was given; waiting for a connection or a turn is not its own time.
 */
import type { Log } from '#server/log.ts'

export type StatementWatch = {
  /** To be called as the statement is sent; what it answers is called when it has ended. */
  begin(statement: string): (ended: { failed: boolean }) => void
  /** The same around a promise, which it answers. */
  follow<Result>(statement: string, answer: Promise<Result>): Promise<Result>
  /** Since the start of this process. */
  totals(): StatementTotals
}

export type StatementTotals = { ended: number; failed: number; slow: number; seconds: number }

/** `slowMs` 0: none is called slow. */
export function createStatementWatch({ log, slowMs = 0 }: { log: Log; slowMs?: number }): StatementWatch {
  const totals: StatementTotals = { ended: 0, failed: 0, slow: 0, seconds: 0 }

  const begin: StatementWatch['begin'] = (statement) => {
    const startedAt = performance.now()
    return ({ failed }) => {
      const ms = performance.now() - startedAt
      totals.ended++
      totals.seconds += ms / 1000
      if (failed) totals.failed++
      if (slowMs === 0 || ms < slowMs) return
      totals.slow++
      log.warn({ ms: Math.round(ms), statement: textOf(statement), failed }, 'a slow statement')
    }
  }
  return {
    begin,
    async follow(statement, answer) {
      const end = begin(statement)
      try {
        const result = await answer
        end({ failed: false })
        return result
      } catch (error) {
        end({ failed: true })
        throw error
      }
    },
    totals: () => ({ ...totals }),
  }
}

/** Enough to find it in the source. */
const TEXT_MAX_LENGTH = 1000

/** On one line and without its literals: our own statements name values as $1, but nobody has to believe that of all. */
export function textOf(statement: string): string {
  const text = statement
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > TEXT_MAX_LENGTH ? `${text.slice(0, TEXT_MAX_LENGTH)}…` : text
}
