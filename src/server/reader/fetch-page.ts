/** Reads one page over plain HTTP, within limits that no site can exceed. Every failure is a value. */
import { STATUS_CODES } from 'node:http'
import type { SkipReason } from '#shared/crawls.ts'
import { decodeBody, tooLargeWords } from './decode-body.ts'
import { discardBody, followRedirects, type Answer, type FetchLimits, type FetchOptions } from './follow-redirects.ts'
import type { NotRead } from './reader.ts'
import { robotsTagOf } from './robots-tag.ts'

export type FetchedPage = {
  ok: true
  /** The address that answered, after redirects. */
  finalUrl: string
  kind: 'html' | 'text'
  /** The decompressed bytes. */
  body: Uint8Array<ArrayBuffer>
  /** The charset that the header names, '' when it names none. */
  charset: string
  etag: string | null
  lastModified: string | null
  /** Directives of X-Robots-Tag that are for us, lower case, '' when there are none. */
  robotsTag: string
}

const RETRY_AFTER_CAP_MS = 10 * 60_000
const PAGE_TYPES: Readonly<Record<string, 'html' | 'text'>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
}

/**
 * Fetches `url`. Never throws for what a site does: a refusal, a broken answer or a limit is `{ ok: false }` with the
 * reason, words for a person, and whether trying again later may help.
 */
export function fetchPage(url: string, options: FetchOptions): Promise<FetchedPage | NotRead> {
  return followRedirects(url, options, takePage)
}

async function takePage({ response, finalUrl, limits }: Answer): Promise<FetchedPage | NotRead> {
  const header = (name: string) => String(response.headers[name] ?? '')
  const head = judgeHead(response.statusCode, header, limits)
  if (!head.ok) {
    discardBody(response)
    return head
  }
  const decoded = await decodeBody(response.body, header('content-encoding'), limits.maxBytes)
  if (!decoded.ok) return refuse(decoded.reason, decoded.detail)
  return {
    ok: true,
    finalUrl,
    kind: head.kind ?? (looksLikeHtml(decoded.body) ? 'html' : 'text'),
    body: decoded.body,
    charset: charsetOf(header('content-type')),
    etag: header('etag') || null,
    lastModified: header('last-modified') || null,
    robotsTag: robotsTagOf(response.headers['x-robots-tag']),
  }
}

/** What status and headers alone decide. `kind` is null when no type is named and the body has to tell. */
function judgeHead(
  status: number,
  header: (name: string) => string,
  limits: FetchLimits,
): { ok: true; kind: 'html' | 'text' | null } | NotRead {
  const words = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  if (status === 204 || status === 205) return refuse('empty', words)
  if (status === 304) return { ...refuse('http-status', words), notModified: true }
  if (status < 200 || status > 299) {
    const retry = status === 429 || status >= 500
    return {
      ...refuse('http-status', words),
      retry,
      retryAfterMs: retry ? parseRetryAfter(header('retry-after')) : undefined,
    }
  }
  if (Number(header('content-length')) > limits.maxBytes) return refuse('too-large', tooLargeWords(limits.maxBytes))
  const type = (header('content-type').split(';')[0] ?? '').trim().toLowerCase()
  if (type === '') return { ok: true, kind: null }
  const kind = PAGE_TYPES[type]
  return kind ? { ok: true, kind } : refuse('not-a-page', type.slice(0, 100))
}

/** Seconds or a date, capped at ten minutes; undefined when there is none to read. */
export function parseRetryAfter(value: string, now = Date.now()): number | undefined {
  const text = value.trim()
  if (text === '') return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_CAP_MS)
}

function charsetOf(contentType: string): string {
  const parameter = contentType.split(';').find((part) => part.trim().toLowerCase().startsWith('charset='))
  return (parameter?.split('=')[1] ?? '').replaceAll('"', '').replaceAll("'", '').trim().slice(0, 40)
}

function looksLikeHtml(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(0, 1024))
    .toString('latin1')
    .replace(/^(\xEF\xBB\xBF)?\s+/, '')
    .startsWith('<')
}

function refuse(reason: SkipReason, detail: string): NotRead {
  return { ok: false, reason, detail, retry: false }
}
