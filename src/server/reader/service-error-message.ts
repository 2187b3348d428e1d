/** Takes the message out of an error answer of the scraping service, whatever form it has. */
import type { Dispatcher } from 'undici'
import { decodeBody } from './decode-body.ts'
import { printable } from './printable.ts'

const MAX_BYTES = 20_000
const MAX_CHARACTERS = 300

/**
 * What the service says went wrong, in one line of at most 300 characters; 'no message' when it says nothing that can
 * be read. Whatever it repeats of our request, `apiKey` is not in it.
 */
export async function serviceErrorMessage(response: Dispatcher.ResponseData, apiKey: string): Promise<string> {
  const encoding = String(response.headers['content-encoding'] ?? '')
  const decoded = await decodeBody(response.body, encoding, MAX_BYTES, { cut: true })
  const text = decoded.ok ? new TextDecoder().decode(decoded.body) : ''
  const line = withoutKey(printable(messageIn(text)), apiKey).replace(/\s+/g, ' ').trim()
  return line.slice(0, MAX_CHARACTERS).toWellFormed() || 'no message'
}

function messageIn(text: string): string {
  try {
    return wordsOf(JSON.parse(text))
  } catch {
    // A web page in place of an answer says nothing that fits into a line.
    return text.trimStart().startsWith('<') ? '' : text
  }
}

/** The words of `{message}`, of `{error}`, of `{errors}` and of what these may hold, as services write them. */
function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 3) return ''
  if (Array.isArray(value)) return value.slice(0, 5).map((item) => wordsOf(item, depth + 1)).filter(Boolean).join('; ')
  const fields = new Map(Object.entries(value))
  for (const name of ['message', 'error', 'errors', 'reason', 'detail']) {
    const words = wordsOf(fields.get(name), depth + 1)
    if (words) return words
  }
  return depth === 0 ? '' : Object.values(value).map((inner) => wordsOf(inner, depth + 1)).filter(Boolean).join('; ')
}

function withoutKey(text: string, apiKey: string): string {
  return [apiKey, encodeURIComponent(apiKey)].reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}
