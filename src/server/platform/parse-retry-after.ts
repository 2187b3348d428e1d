/** A longer wait is cut to this. */
const MAX_RETRY_AFTER_MS = 10 * 60_000

/** Milliseconds, from Retry-After in seconds or as a date (RFC 9110, 10.2.3); undefined when `value` is neither. */
export function parseRetryAfter(value: string, now = Date.now()): number | undefined {
  const text = value.trim()
  if (text === '') return undefined
  // Some services of language models send fractions.
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}
