/**
 * Fetches pages through ScrapingBee, which renders them in its own browser (specification, section 7). The API key is
 * part of the request's address, so neither may appear in a log or a message.
 */
import { Agent, request, type Dispatcher } from 'undici'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { Detail, ErrorCode, MessageValues } from '#shared/errors.ts'
import { classifyFetchError } from './classify-fetch-error.ts'
import { decodeBody } from './decode-body.ts'
import type { Egress } from './egress.ts'
import { parseRetryAfter } from '#server/platform/parse-retry-after.ts'
import { discardBody } from './follow-redirects.ts'
import type { FetchedDocument, PageRequest, PageSource } from './page-source.ts'
import { NO_REQUEST_LEFT, type ReadFailure } from './reader.ts'
import { serviceErrorMessage } from './service-error-message.ts'
import { parseRobotsTag } from './site-index/parse-robots-tag.ts'

export type ScrapingServiceOptions = {
  /** Read for each page: an administrator can change it while the server runs. */
  readonly apiKey: string | undefined
  baseUrl?: string | undefined
  maxBytes?: number
  /** Time limit of the first attempt, and the extension for each retry (specification, section 9). */
  timeoutMs?: number
  timeoutExtensionMs?: number
}

export type ScrapingService = { fetch: PageSource; close(): Promise<void> }

export const SCRAPINGBEE_BASE_URL = 'https://app.scrapingbee.com/api/v1'

/** The countries of the first attempt and the retries (specification, section 4). */
const COUNTRIES = ['us', 'gb', 'ca', 'au'] as const
const RENDER_WAIT_MS = 2025
const TIMEOUT_MS = 90_000
const TIMEOUT_EXTENSION_MS = 30_000
const MAX_BYTES = 10_000_000
/** Statuses after which the page is retried (specification, section 4). */
const RETRIED_STATUSES = [400, 403, 429, 500]

/** Has its own connections, without the address guard: the operator configures the service's address. */
export function openScrapingService(options: ScrapingServiceOptions, egress: Pick<Egress, 'check'>): ScrapingService {
  const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS, timeoutExtensionMs = TIMEOUT_EXTENSION_MS } = options
  const agent = new Agent()

  async function fetch(url: string, pageRequest: PageRequest): Promise<FetchedDocument | ReadFailure> {
    // The service would resolve the name in its own network, so private names are refused here.
    const verdict = await egress.check(url)
    if (!verdict.ok) return { ...verdict, retry: false }

    if (pageRequest.requests?.take() === false) return NO_REQUEST_LEFT
    const { apiKey = '' } = options
    const totalMs = timeoutMs + timeoutExtensionMs * (pageRequest.attempt ?? 0)
    const deadline = AbortSignal.timeout(totalMs)
    const signal = pageRequest.signal ? AbortSignal.any([pageRequest.signal, deadline]) : deadline
    try {
      const response = await request(requestUrl(url, pageRequest, { apiKey, baseUrl: baseUrlOf(options) }), {
        dispatcher: agent,
        signal,
        // The service sends nothing while it renders.
        headersTimeout: totalMs,
        bodyTimeout: totalMs,
        headers: { accept: 'text/html' },
      })
      if (response.statusCode !== 200) return await toFailure(response, apiKey)
      return await toDocument(response, url, pageRequest, maxBytes)
    } catch (error) {
      if (pageRequest.signal?.aborted) return failure('stopped', 'crawl.scraping-stopped')
      const cause = classifyFetchError(error, { url: baseUrlOf(options), stopped: false, limits: { totalMs } })
      return scrapeFailed(url, cause)
    }
  }

  return { fetch, close: () => agent.destroy() }
}

type Service = { apiKey: string; baseUrl: string }

/** The request of the specification, section 7: fields, names and order. */
function requestUrl(url: string, { attempt = 0, country }: PageRequest, { apiKey, baseUrl }: Service): string {
  const fields = new URLSearchParams({
    api_key: apiKey,
    url,
    wait: String(RENDER_WAIT_MS),
    block_resources: 'false',
    render_js: 'true',
    premium_proxy: 'false',
    stealth_proxy: 'false',
    country_code: country ?? COUNTRIES[attempt % COUNTRIES.length] ?? 'us',
  })
  return `${baseUrl}/?${fields}`
}

function baseUrlOf({ baseUrl = SCRAPINGBEE_BASE_URL }: ScrapingServiceOptions): string {
  return baseUrl.replace(/\/+$/, '')
}

async function toFailure(response: Dispatcher.ResponseData, apiKey: string): Promise<ReadFailure> {
  const status = response.statusCode
  const retry = RETRIED_STATUSES.includes(status)
  if (status === 401) {
    discardBody(response)
    return { ...failure('http-status', 'crawl.scraper-key'), fatal: { code: 'crawl.scraper-key' } }
  }
  if (status === 429) {
    discardBody(response)
    const retryAfterMs = parseRetryAfter(String(response.headers['retry-after'] ?? ''))
    return { ...failure('http-status', 'crawl.scraper-rate'), retry, retryAfterMs }
  }
  const message = await serviceErrorMessage(response, apiKey)
  return { ...failure('http-status', 'crawl.scraper-error', { status, message }), retry }
}

async function toDocument(
  response: Dispatcher.ResponseData,
  url: string,
  { allowRedirect }: PageRequest,
  maxBytes: number,
): Promise<FetchedDocument | ReadFailure> {
  const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ')
  const type = header('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
  const kind = type === 'text/plain' ? 'text' : 'html'
  const finalUrl = resolvedUrl(header('spb-resolved-url'), url)
  const allowed = finalUrl === url ? { ok: true as const } : await allowRedirect(finalUrl)
  if (!allowed.ok) {
    discardBody(response)
    return { retry: false, ...allowed }
  }
  if (!PAGE_TYPES.includes(type)) {
    discardBody(response)
    return scrapeFailed(url, {
      reason: 'not-a-page',
      detail: { code: 'content-type', values: { type: type.slice(0, 100) } },
    })
  }

  const decoded = await decodeBody(response.body, header('content-encoding'), maxBytes)
  if (!decoded.ok) return scrapeFailed(url, decoded)
  if (isBlank(decoded.body)) return failure('empty', 'crawl.no-data')
  return {
    ok: true,
    finalUrl,
    kind,
    body: decoded.body,
    charset: /charset="?([\w-]{1,40})/i.exec(header('content-type'))?.[1] ?? '',
    etag: null,
    lastModified: null,
    // ScrapingBee returns the page's own headers with the prefix "spb-".
    robotsTag: parseRobotsTag(response.headers['x-robots-tag'], response.headers['spb-x-robots-tag']),
  }
}

/** A response without a content type is a page too. */
const PAGE_TYPES = ['', 'text/html', 'application/xhtml+xml', 'text/plain']

/** The final address according to the service, or `url` when it names none. */
function resolvedUrl(value: string, url: string): string {
  const resolved = URL.parse(value)
  if (!resolved || !/^https?:$/.test(resolved.protocol)) return url
  resolved.hash = ''
  return resolved.href
}

function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => byte <= 0x20)
}

function scrapeFailed(url: string, { reason, detail }: { reason: SkipReason; detail: Detail }): ReadFailure {
  return failure(reason, 'crawl.scrape-failed', { url, reason: detail })
}

function failure(reason: SkipReason, code: ErrorCode, values?: MessageValues): ReadFailure {
  return { ok: false, reason, detail: { code, ...(values && { values }) }, retry: false }
}
