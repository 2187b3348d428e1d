/**
 * Classifies database errors, the same for both databases. Drizzle, pg-boss and Better Auth wrap the original error, so
 * every `cause` is checked.
 */
import { EngineRestartError, IdleTransactionError } from './embedded/engine-failures.ts'

/** With `constraint`, only a violation of that constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint?: string) {
  return isViolation(error, '23505', constraint)
}

/** The referenced row does not exist, or the row is still referenced. */
export function isForeignKeyViolation(error: unknown, constraint?: string) {
  return isViolation(error, '23503', constraint)
}

/** The database is temporarily unavailable: retry in a few seconds (`server.busy`). */
export function isDatabaseBusy(error: unknown) {
  return causes(error).some(
    (one) =>
      one instanceof EngineRestartError ||
      one instanceof IdleTransactionError ||
      unavailableCodes.has(codeOf(one)) ||
      unavailableMessages.some((start) => one.message.startsWith(start)),
  )
}

/** No space is left on the database's disk or on this server's (`server.disk-full`). */
export function isDiskFull(error: unknown) {
  return causes(error).some(
    // PostgreSQL ends a new connection with this message, an internal error, when it cannot cache its catalog.
    (one) => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(one)) || one.message === 'could not write init file',
  )
}

/** Nothing can be stored now: the same write succeeds later. */
export const cannotStoreNow = (error: unknown) => isDatabaseBusy(error) || isDiskFull(error)

const unavailableCodes = new Set([
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  '57014', // statement_timeout
  '57P01', // the server shuts down
  '57P02',
  '57P03', // the server starts up
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too many connections
  '08000',
  '08003',
  '08006',
  // Node's codes for a failed connection.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** The errors of node-postgres itself have no code. */
const unavailableMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

function isViolation(error: unknown, code: string, constraint: string | undefined) {
  return causes(error).some((one) => codeOf(one) === code && (!constraint || fieldOf(one, 'constraint') === constraint))
}

function causes(error: unknown): Error[] {
  const chain: Error[] = []
  for (let one = error; one instanceof Error && !chain.includes(one); one = one.cause) chain.push(one)
  return chain
}

function codeOf(error: Error) {
  return fieldOf(error, 'code') ?? ''
}

function fieldOf(error: Error, name: 'code' | 'constraint') {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
