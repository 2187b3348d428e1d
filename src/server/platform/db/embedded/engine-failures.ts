/** Errors of the embedded database that are not caused by the statement. */
import type { Failure } from './messages.ts'

/**
 * The engine restarted during this call, or was unavailable for too long. Nothing was committed, unless the call was
 * the commit.
 */
export class EngineRestartError extends Error {
  constructor(predicate: string, options?: ErrorOptions) {
    super(`The embedded database ${predicate}`, options)
    this.name = 'EngineRestartError'
  }
}

/** A transaction held the only session without sending a statement for too long. */
export class IdleTransactionError extends Error {
  constructor(lastStatement: string) {
    super(
      `The transaction was rolled back because it was idle for too long. Its last statement: ${lastStatement.slice(0, 500)}`,
    )
    this.name = 'IdleTransactionError'
  }
}

/** Recreates an error of the engine's thread, with PostgreSQL's code, constraint and so on as fields. */
export function toError({ message, name, fields }: Failure) {
  return Object.assign(new Error(message), { name }, fields)
}
