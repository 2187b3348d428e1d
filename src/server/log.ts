/**
 * The log: JSON lines in production, readable in a terminal. What could be a secret is never given to it; fields
 * with telling names are removed all the same.
 */
import { pino, type Logger } from 'pino'
import { PinoPretty } from 'pino-pretty'

export type Log = Logger

const secretNames = ['password', 'token', 'secret', 'code', 'otp', 'authorization', 'cookie', 'key']

export function createLog({ level, readable }: { level: string; readable: boolean }): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
  }
  if (!readable) return pino(options)
  return pino(options, PinoPretty({ colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }))
}
