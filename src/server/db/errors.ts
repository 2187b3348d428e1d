/**
 * What went wrong in the database, recognised alike on both. Drizzle, pg-boss and Better Auth wrap the first error,
 * so every `cause` is looked at.
 */
import { EngineRestartError, SilentTransactionError } from './embedded/engine-failures.ts'

/** A row with this key is there already; with `constraint`, only when it is that constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint?: string) {
  return isViolation(error, '23505', constraint)
}

/** The row that is referred to does not exist, or is still referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string) {
  return isViolation(error, '23503', constraint)
}

export function isCheckViolation(error: unknown, constraint?: string) {
  return isViolation(error, '23514', constraint)
}

/** The database was away under this statement; asking again in a few seconds is the right thing to do (`server.busy`). */
export function isDatabaseBusy(error: unknown) {
  return causes(error).some(
    (one) =>
      one instanceof EngineRestartError ||
      one instanceof SilentTransactionError ||
      awayCodes.has(codeOf(one)) ||
      awayWords.some((words) => one.message.startsWith(words)),
  )
}

/** There was no room for what the statement writes, on the database's disk or on ours (`server.disk-full`). */
export function isDiskFull(error: unknown) {
  return causes(error).some((one) => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(one)))
}

const awayCodes = new Set([
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
  // and Node's own words for a server that is not there
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** node-postgres' own errors have no code. */
const awayWords = [
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
