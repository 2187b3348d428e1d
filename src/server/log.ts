/**
 * The log: JSON lines in production, readable in a terminal. What could be a secret or somebody's own words is never
 * given to it; fields with telling names are removed all the same.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type Logger } from 'pino'
import { PinoPretty } from 'pino-pretty'

export type Log = Logger

const secretNames = ['password', 'token', 'secret', 'code', 'otp', 'authorization', 'cookie', 'key']

export function createLog({ level, readable }: { level: string; readable: boolean }): Log {
  const options = {
    level,
    base: null,
    mixin: () => ({ ...about.getStore() }),
    serializers: { err: describeError },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
  }
  if (!readable) return pino(options)
  return pino(options, PinoPretty({ colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss', ignore: 'pid,hostname,queue,jobId' }))
}

/** What every line is about that is written meanwhile: `requestId`, `crawlId`, `chatId`, `queue` … Ids and names only. */
type LogFields = Readonly<Record<string, string | undefined>>

const about = new AsyncLocalStorage<LogFields>()

/** Runs `run`; every line that it, or what it began, writes has these fields, beside those of whoever runs this. */
export function withLogFields<Result>(fields: LogFields, run: () => Result): Result {
  return about.run({ ...about.getStore(), ...fields }, run)
}

/**
 * An error for the log: its kind, its words and where it happened. A failed query's own words hold its parameters,
 * which may be a person's text or a hash; of those only the database's reason is kept.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const isQuery = error.message.startsWith('Failed query')
  const code: unknown = Reflect.get(error, 'code')
  return {
    type: error.name,
    message: isQuery ? 'A query failed' : withoutQuotes(error.message),
    ...(typeof code === 'string' && { errorCode: code }),
    at: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 8).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  }
}

/**
 * Errors quote what they could not take: a mail server its recipient, a parser the text, the database a value. The
 * quotation goes, what was wrong with it stays.
 */
export function withoutQuotes(words: string): string {
  return words
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replace(/(https?:\/\/[^\s/?#"'<>]+)[/?#][^\s"'<>]*/g, '$1/…')
    .replace(/(\.\.\.)?"[^]*"(\.\.\.)? is not valid JSON/, '… is not valid JSON')
    .replace(/(invalid input (?:syntax|value) for [^:]+): "[^]*"/, '$1')
}
