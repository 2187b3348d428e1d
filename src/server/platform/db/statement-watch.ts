/**
 * Measures statements on either database, for /metrics and the log of slow statements. Keeps the text of a statement,
 * never its parameters, and does not count the wait for a connection or a lock.
 */
import type { Log } from '#server/platform/log.ts'

export type StatementWatch = {
  /** Call it when the statement is sent, and its result when the statement has ended. */
  begin(statement: string): (ended: { failed: boolean }) => void
  /** Measures the statement of a promise and returns its result. */
  measure<Result>(statement: string, result: Promise<Result>): Promise<Result>
  /** Since the start of this process. */
  totals(): StatementTotals
}

export type StatementTotals = { ended: number; failed: number; slow: number; seconds: number }

/** `slowMs` 0 disables the log of slow statements. */
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
      log.warn({ ms: Math.round(ms), statement: textOf(statement), failed }, 'slow statement')
    }
  }
  return {
    begin,
    async measure(statement, promise) {
      const end = begin(statement)
      try {
        const result = await promise
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

/** Enough to find the statement in the source. */
const TEXT_MAX_LENGTH = 1000

/** On one line, with literals removed: not every statement uses parameters for its values. */
export function textOf(statement: string): string {
  const text = statement
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > TEXT_MAX_LENGTH ? `${text.slice(0, TEXT_MAX_LENGTH)}…` : text
}
