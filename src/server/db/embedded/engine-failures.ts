/** How a statement of the embedded database fails when it is not the statement's fault. */
import type { Failure } from './messages.ts'

/** The engine was restarted under this call, or stayed away too long. What the call wrote was not committed, unless it was the commit itself. */
export class EngineRestartError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`The embedded database ${what}`, options)
    this.name = 'EngineRestartError'
  }
}

/** A transaction that sent nothing for five seconds while it held the one session. */
export class SilentTransactionError extends Error {
  constructor(lastStatement: string) {
    super(`The transaction was rolled back because it was silent for too long. Its last statement: ${lastStatement.slice(0, 500)}`)
    this.name = 'SilentTransactionError'
  }
}

/** An error of the engine's thread as this thread's: PostgreSQL's code, constraint and so on are fields of it. */
export function toError({ message, name, fields }: Failure) {
  return Object.assign(new Error(message), { name }, fields)
}
