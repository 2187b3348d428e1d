/** Sends a request and follows redirects, each after a check. */
import { request, type Dispatcher } from 'undici'
import type { Detail, Message } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { classifyFetchError } from './classify-fetch-error.ts'
import type { EgressVerdict } from './egress.ts'
import { headersForHost, type SiteHeaders } from './headers-for-host.ts'
import { NO_REQUEST_LEFT, type ReadFailure, type RequestBudget, type Validators } from './reader.ts'

export type FetchLimits = {
  /** Of the body, before and after decompression. */
  maxBytes: number
  maxRedirects: number
  /** From the first DNS lookup to the last byte, redirects included. */
  totalMs: number
  /** Between two pieces of the response. */
  idleMs: number
}

export const FETCH_LIMITS: FetchLimits = { maxBytes: 10_000_000, maxRedirects: 5, totalMs: 45_000, idleMs: 20_000 }

export type RedirectVerdict = { ok: true } | { ok: false; reason: SkipReason; detail: Detail; retry?: boolean }

export type FetchOptions = {
  egress: { checkUrl(url: string): EgressVerdict; dispatcher: Dispatcher }
  userAgent: string
  /** Must allow each redirect, in addition to `egress`. */
  allowRedirect?: (url: string) => RedirectVerdict | Promise<RedirectVerdict>
  siteHeaders?: SiteHeaders
  /** Takes one for the first request and one for each redirect. */
  requests?: RequestBudget | undefined
  /** Sent to the first address only: a redirect leads to another page. */
  since?: Validators | undefined
  signal?: AbortSignal
  limits?: Partial<FetchLimits>
}

export type FinalResponse = {
  response: Dispatcher.ResponseData
  /** The address that answered. */
  finalUrl: string
  limits: FetchLimits
}

/**
 * Requests `url`, follows redirects and passes the final response to `handle`, which must consume or discard its body.
 * The time limit covers everything. What a site or the network does is returned as a failure, never thrown.
 */
export async function followRedirects<T>(
  url: string,
  options: FetchOptions,
  handle: (response: FinalResponse) => Promise<T>,
): Promise<T | ReadFailure> {
  const limits = { ...FETCH_LIMITS, ...options.limits }
  const deadline = AbortSignal.timeout(limits.totalMs)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  const start = withoutFragment(url)
  let address = start
  try {
    for (let redirects = 0; ; redirects++) {
      const verdict = options.egress.checkUrl(address)
      if (!verdict.ok) return { ...verdict, retry: false }
      if (options.requests?.take() === false) return NO_REQUEST_LEFT

      const response = await request(address, {
        dispatcher: options.egress.dispatcher,
        signal,
        headersTimeout: limits.idleMs,
        bodyTimeout: limits.idleMs,
        headers: {
          'user-agent': options.userAgent,
          accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,text/markdown;q=0.8,*/*;q=0.1',
          'accept-encoding': 'gzip, deflate, br, zstd',
          'accept-language': 'en,*;q=0.5',
          ...(address === start && conditionalHeaders(options.since)),
          ...headersForHost(options.siteHeaders, address),
        },
      })
      const target = redirectTarget(response, address)
      if (target === null) return await handle({ response, finalUrl: address, limits })

      discardBody(response)
      if (redirects >= limits.maxRedirects) return tooManyRedirects(limits.maxRedirects, target)
      const allowed = (await options.allowRedirect?.(target)) ?? { ok: true }
      if (!allowed.ok) return { retry: false, ...allowed }
      address = target
    }
  } catch (error) {
    return classifyFetchError(error, { url: address, stopped: options.signal?.aborted ?? false, limits })
  }
}

export function tooManyRedirects(n: number, url: string): ReadFailure {
  const detail: Message = { code: 'too-many-redirects', values: { n, url } }
  return { ok: false, reason: 'redirect-loop', detail, retry: false }
}

/** Servers that support both evaluate If-None-Match first (RFC 9110, 13.2.2). */
function conditionalHeaders({ etag, lastModified }: Validators = { etag: null, lastModified: null }) {
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) }
}

/** Drains a small body, so that its connection can be reused, and closes the connection of a large one. */
export function discardBody(response: Dispatcher.ResponseData) {
  response.body.on('error', () => {})
  response.body.dump({ limit: 64_000 }).catch(() => {})
}

/** The absolute target of a redirect, null for any other response. */
function redirectTarget(response: Dispatcher.ResponseData, base: string): string | null {
  if (![301, 302, 303, 307, 308].includes(response.statusCode)) return null
  const location = response.headers['location']
  const target = typeof location === 'string' ? URL.parse(location, base) : null
  return target ? withoutFragment(target.href) : null
}

function withoutFragment(address: string): string {
  const hash = address.indexOf('#')
  return hash < 0 ? address : address.slice(0, hash)
}
