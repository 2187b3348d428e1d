/**
 * Reads pages through the scraping service ScrapingBee, which renders them in a browser of its own (SPEC section 7).
 * Its key stands in the address of the request, so neither is ever logged or put into words.
 */
import { Agent, request, type Dispatcher } from 'undici'
import type { SkipReason } from '#shared/crawls.ts'
import { errorMessage, type ErrorCode } from '#shared/errors.ts'
import type { Egress } from './address.ts'
import { decodeBody } from './decode-body.ts'
import { failureOf } from './fetch-failure.ts'
import { parseRetryAfter, type FetchedPage } from './fetch-page.ts'
import { discardBody } from './follow-redirects.ts'
import type { PageRequest, PageSource } from './page-source.ts'
import type { NotRead } from './reader.ts'
import { robotsTagOf } from './robots-tag.ts'
import { serviceErrorMessage } from './service-error-message.ts'

export type ScrapingServiceOptions = {
  /** Read anew for each page: an administrator may change it while the server runs. */
  readonly apiKey: string | undefined
  baseUrl?: string | undefined
  /** Bytes of the page. */
  maxBytes?: number
  /** Of the first try, in milliseconds, and what each further try has more (SPEC section 9). */
  timeoutMs?: number
  timeoutMorePerTryMs?: number
}

export type ScrapingService = { fetch: PageSource; close(): Promise<void> }

export const SCRAPINGBEE_BASE_URL = 'https://app.scrapingbee.com/api/v1'

/** The countries of the first try and of each after it (SPEC section 4). */
const COUNTRIES = ['us', 'gb', 'ca', 'au'] as const
const RENDER_WAIT_MS = 2025
const SCRAPE_TIMEOUT_MS = 90_000
const SCRAPE_TIMEOUT_MORE_MS = 30_000
const MAX_BYTES = 10_000_000
/** Statuses after which the page is tried again (SPEC section 4); 429 says itself when. */
const RETRIED = [400, 403, 429, 500]

/** Opens the way through the service. Its connections are its own: the operator names its address, not a page. */
export function openScrapingService(options: ScrapingServiceOptions, egress: Pick<Egress, 'check'>): ScrapingService {
  const { maxBytes = MAX_BYTES, timeoutMs = SCRAPE_TIMEOUT_MS, timeoutMorePerTryMs = SCRAPE_TIMEOUT_MORE_MS } = options
  const agent = new Agent()

  async function fetch(url: string, asked: PageRequest): Promise<FetchedPage | NotRead> {
    // The service would ask its own network: a private name is refused here, by the rule of our own requests.
    const verdict = await egress.check(url)
    if (!verdict.ok) return { ...verdict, retry: false }

    const { apiKey = '' } = options
    const totalMs = timeoutMs + timeoutMorePerTryMs * (asked.attempt ?? 0)
    const deadline = AbortSignal.timeout(totalMs)
    const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline
    try {
      // The time limit is the service's own: it is silent while it renders.
      const limits = { dispatcher: agent, signal, headersTimeout: totalMs, bodyTimeout: totalMs }
      const response = await request(requestAddress(url, asked, { apiKey, baseUrl: baseUrlOf(options) }), { ...limits, headers: { accept: 'text/html' } })
      if (response.statusCode !== 200) return await refusal(response, apiKey)
      return await takePage(response, url, asked, maxBytes)
    } catch (error) {
      if (asked.signal?.aborted) return notRead('stopped', 'crawl.scraping-stopped')
      const failure = failureOf(error, { url: baseUrlOf(options), stopped: false, limits: { totalMs, idleMs: totalMs } })
      return { ...scrapeFailed(url, failure), reason: failure.reason }
    }
  }

  return { fetch, close: () => agent.destroy() }
}

type Service = { apiKey: string; baseUrl: string }

/** The request as SPEC section 7 writes it: the fields, their names and their order. */
function requestAddress(url: string, { attempt = 0, country }: PageRequest, { apiKey, baseUrl }: Service): string {
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

async function refusal(response: Dispatcher.ResponseData, apiKey: string): Promise<NotRead> {
  const status = response.statusCode
  const retry = RETRIED.includes(status)
  if (status === 401 || status === 429) {
    discardBody(response)
    if (status === 401) return { ...notRead('http-status', 'crawl.scraper-key'), fatal: { code: 'crawl.scraper-key' } }
    const retryAfterMs = parseRetryAfter(String(response.headers['retry-after'] ?? ''))
    return { ...notRead('http-status', 'crawl.scraper-rate'), retry, retryAfterMs }
  }
  const message = await serviceErrorMessage(response, apiKey)
  return { ...notRead('http-status', 'crawl.scraper-error', { status, message }), retry }
}

async function takePage(
  response: Dispatcher.ResponseData,
  url: string,
  { allowRedirect }: PageRequest,
  maxBytes: number,
): Promise<FetchedPage | NotRead> {
  const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ')
  const type = header('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
  const kind = type === 'text/plain' ? 'text' : 'html'
  const finalUrl = resolvedAddress(header('spb-resolved-url'), url)
  const allowed = finalUrl === url ? { ok: true as const } : await allowRedirect(finalUrl)
  if (!allowed.ok || !PAGE_TYPES.includes(type)) {
    discardBody(response)
    return allowed.ok ? scrapeFailed(url, { reason: 'not-a-page', detail: `it is ${type.slice(0, 100)}` }) : { retry: false, ...allowed }
  }

  const decoded = await decodeBody(response.body, header('content-encoding'), maxBytes)
  if (!decoded.ok) return scrapeFailed(url, decoded)
  if (isBlank(decoded.body)) return notRead('empty', 'crawl.no-data')
  return {
    ok: true,
    finalUrl,
    kind,
    body: decoded.body,
    charset: /charset="?([\w-]{1,40})/i.exec(header('content-type'))?.[1] ?? '',
    etag: null,
    lastModified: null,
    // The page's own headers come back with this prefix.
    robotsTag: robotsTagOf(response.headers['x-robots-tag'], response.headers['spb-x-robots-tag']),
  }
}

/** A service that names no type still answers with the page. */
const PAGE_TYPES = ['', 'text/html', 'application/xhtml+xml', 'text/plain']

/** The address that the service says it ended at; the one it was asked for when it says nothing that can be read. */
function resolvedAddress(value: string, url: string): string {
  const resolved = URL.parse(value)
  if (!resolved || !/^https?:$/.test(resolved.protocol)) return url
  resolved.hash = ''
  return resolved.href
}

function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => byte <= 0x20)
}

function scrapeFailed(url: string, { reason, detail }: { reason: SkipReason; detail: string }): NotRead {
  return notRead(reason, 'crawl.scrape-failed', { url, reason: detail })
}

function notRead(reason: SkipReason, code: ErrorCode, values: Record<string, string | number> = {}): NotRead {
  return { ok: false, reason, detail: errorMessage(code, values), retry: false }
}
