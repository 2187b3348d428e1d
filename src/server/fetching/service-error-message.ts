import type { Dispatcher } from 'undici'
import { stripNonPrintable } from '#server/extraction/markdown/strip-non-printable.ts'
import { decodeBody } from './decode-body.ts'

const MAX_BYTES = 20_000
const MAX_CHARACTERS = 300
const MAX_NESTING = 3
const MAX_LISTED_ERRORS = 5

/**
 * The scraping service's error message on one line of at most 300 characters, 'no message' when absent.
 * `apiKey` is removed from it.
 */
export async function serviceErrorMessage(response: Dispatcher.ResponseData, apiKey: string): Promise<string> {
  const encoding = String(response.headers['content-encoding'] ?? '')
  const decoded = await decodeBody(response.body, encoding, MAX_BYTES, { truncate: true })
  const text = decoded.ok ? new TextDecoder().decode(decoded.body) : ''
  const line = withoutKey(stripNonPrintable(messageIn(text)), apiKey)
    .replace(/\s+/g, ' ')
    .trim()
  return line.slice(0, MAX_CHARACTERS).toWellFormed() || 'no message'
}

function messageIn(text: string): string {
  try {
    return messageOf(JSON.parse(text))
  } catch {
    // An HTML error page has no message that fits on one line.
    return text.trimStart().startsWith('<') ? '' : text
  }
}

/** Finds the message in `{message}`, `{error}`, `{errors}` and similar fields, also nested. */
function messageOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > MAX_NESTING) return ''
  if (Array.isArray(value)) return joinMessages(value.slice(0, MAX_LISTED_ERRORS), depth)
  const fields = new Map(Object.entries(value))
  for (const name of ['message', 'error', 'errors', 'reason', 'detail']) {
    const message = messageOf(fields.get(name), depth + 1)
    if (message) return message
  }
  return depth === 0 ? '' : joinMessages(Object.values(value), depth)
}

function joinMessages(values: readonly unknown[], depth: number): string {
  return values
    .map((value) => messageOf(value, depth + 1))
    .filter(Boolean)
    .join('; ')
}

function withoutKey(text: string, apiKey: string): string {
  return [apiKey, encodeURIComponent(apiKey)].reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}
