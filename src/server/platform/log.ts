/**
 * JSON lines in production, formatted lines in a terminal. Never log secrets or what people write; fields whose names
 * suggest a secret are removed as a second safeguard.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type Logger } from 'pino'
import { PinoPretty } from 'pino-pretty'

export type Log = Logger

const SECRET_FIELDS = ['password', 'token', 'secret', 'code', 'otp', 'authorization', 'cookie', 'key']

export function createLog({ level, readable }: { level: string; readable: boolean }): Log {
  const options = {
    level,
    base: null,
    mixin: () => ({ ...logFields.getStore() }),
    serializers: { err: describeError },
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
  }
  if (!readable) return pino(options)
  return pino(
    options,
    PinoPretty({ colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss', ignore: 'pid,hostname,queue,jobId' }),
  )
}

/** Context of a log line: `requestId`, `crawlId`, `chatId`, `queue` … Ids and names only. */
type LogFields = Readonly<Record<string, string | undefined>>

const logFields = new AsyncLocalStorage<LogFields>()

/** Adds fields to every line that `run`, or anything it starts, writes. Nested calls add to the outer fields. */
export function withLogFields<Result>(fields: LogFields, run: () => Result): Result {
  return logFields.run({ ...logFields.getStore(), ...fields }, run)
}

/**
 * An error as logged: type, message, stack. The message of a failed query contains its parameters, which may be a
 * user's text or a hash; of those errors only the database's reason is kept.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const isQuery = error.message.startsWith('Failed query')
  const code: unknown = Reflect.get(error, 'code')
  return {
    type: error.name,
    message: isQuery ? 'A query failed' : removeQuotedData(error.message),
    ...(typeof code === 'string' && { errorCode: code }),
    at: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Removes data that error messages quote: mail addresses, the paths of web addresses, parsed text, database values. */
export function removeQuotedData(message: string): string {
  return message
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/(https?:\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]*/g, '$1/…')
    .replace(/(\.\.\.)?"[^]*"(\.\.\.)? is not valid JSON/, '… is not valid JSON')
    .replace(/(invalid input (?:syntax|value) for [^:]+): "[^]*"/, '$1')
}
