/** Fetches one page over plain HTTP within fixed limits. */
import { STATUS_CODES } from 'node:http'
import type { Detail } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { parseRetryAfter } from '#server/platform/parse-retry-after.ts'
import { decodeBody, tooLargeMessage } from './decode-body.ts'
import {
  discardBody,
  followRedirects,
  type FetchLimits,
  type FetchOptions,
  type FinalResponse,
} from './follow-redirects.ts'
import type { FetchedDocument } from './page-source.ts'
import type { ReadFailure } from './reader.ts'
import { parseRobotsTag } from './site-index/parse-robots-tag.ts'
import { binaryTypeOf, sniffContentType } from './sniff-content-type.ts'

const PAGE_TYPES: Readonly<Record<string, 'html' | 'text'>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
}

/** With these the type is detected from the body (MIME Sniffing standard, section 7). */
const UNKNOWN_TYPES = new Set(['', 'unknown/unknown', 'application/unknown', '*/*'])

/** Errors of the site and exceeded limits are returned as a failure, never thrown. */
export function fetchPage(url: string, options: FetchOptions): Promise<FetchedDocument | ReadFailure> {
  return followRedirects(url, options, toDocument)
}

async function toDocument({ response, finalUrl, limits }: FinalResponse): Promise<FetchedDocument | ReadFailure> {
  const header = (name: string) => String(response.headers[name] ?? '')
  const head = checkHead(response.statusCode, header, limits)
  if (!head.ok) {
    discardBody(response)
    return head
  }
  const decoded = await decodeBody(response.body, header('content-encoding'), limits.maxBytes)
  if (!decoded.ok) return failure(decoded.reason, decoded.detail)
  const type = checkType(binaryTypeOf(decoded.body) ?? head.type ?? sniffContentType(decoded.body))
  if (!type.ok) return type
  return {
    ok: true,
    finalUrl,
    kind: type.kind,
    body: decoded.body,
    charset: charsetOf(header('content-type')),
    etag: header('etag') || null,
    lastModified: header('last-modified') || null,
    robotsTag: parseRobotsTag(response.headers['x-robots-tag']),
  }
}

/** Checks status and headers. `type` is the media type; null if the site does not know it. */
function checkHead(
  status: number,
  header: (name: string) => string,
  limits: FetchLimits,
): { ok: true; type: string | null } | ReadFailure {
  const statusLine = `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  if (status === 204 || status === 205) return failure('empty', statusLine)
  if (status === 304) return { ...failure('http-status', statusLine), status, notModified: true }
  if (status < 200 || status > 299) {
    const retry = status === 429 || status >= 500
    return {
      ...failure('http-status', statusLine),
      status,
      retry,
      retryAfterMs: retry ? parseRetryAfter(header('retry-after')) : undefined,
    }
  }
  if (Number(header('content-length')) > limits.maxBytes) return failure('too-large', tooLargeMessage(limits.maxBytes))
  const type = (header('content-type').split(';')[0] ?? '').trim().toLowerCase()
  if (UNKNOWN_TYPES.has(type)) return { ok: true, type: null }
  // Before the body is downloaded.
  const checked = checkType(type)
  return checked.ok ? { ok: true, type } : checked
}

function checkType(type: string): { ok: true; kind: 'html' | 'text' } | ReadFailure {
  const kind = PAGE_TYPES[type]
  return kind ? { ok: true, kind } : failure('not-a-page', type.slice(0, 100))
}

function charsetOf(contentType: string): string {
  const parameter = contentType.split(';').find((part) => part.trim().toLowerCase().startsWith('charset='))
  return (parameter?.split('=')[1] ?? '').replaceAll(/["']/g, '').trim().slice(0, 40)
}

function failure(reason: SkipReason, detail: Detail): ReadFailure {
  return { ok: false, reason, detail, retry: false }
}
