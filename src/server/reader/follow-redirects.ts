/** Asks for an address and follows where it leads, each step checked before it is taken. */
import { request, type Dispatcher } from 'undici'
import type { SkipReason } from '#shared/crawls.ts'
import type { EgressVerdict } from './address.ts'
import { failureOf } from './fetch-failure.ts'
import { headersForHost, type SiteHeaders } from './headers-for-host.ts'
import type { NotRead, Validators } from './reader.ts'

export type FetchLimits = {
  /** Bytes of the body, both as sent and after decompression. */
  maxBytes: number
  maxRedirects: number
  /** From the first look-up to the last byte, redirects included. */
  totalMs: number
  /** Silence within the answer. */
  idleMs: number
}

export const FETCH_LIMITS: FetchLimits = { maxBytes: 10_000_000, maxRedirects: 5, totalMs: 45_000, idleMs: 20_000 }

export type RedirectVerdict = { ok: true } | { ok: false; reason: SkipReason; detail: string; retry?: boolean }

export type FetchOptions = {
  egress: { judge(url: string): EgressVerdict; dispatcher: Dispatcher }
  userAgent: string
  /** Asked before each redirect is followed, besides the egress rule. */
  allowRedirect?: (url: string) => RedirectVerdict | Promise<RedirectVerdict>
  /** What the requests to one host carry besides; where a redirect leads elsewhere they carry none of it. */
  siteHeaders?: SiteHeaders
  /** Sent with the first address only: what a redirect leads to is another page. */
  since?: Validators | undefined
  signal?: AbortSignal
  limits?: Partial<FetchLimits>
}

export type Answer = {
  response: Dispatcher.ResponseData
  /** The address that answered. */
  finalUrl: string
  limits: FetchLimits
}

/**
 * Asks for `url`, follows redirects, and hands the answer to `take`, which must use up or discard its body. The time
 * limit covers all of it. What a site or the network does is never thrown: it is `{ ok: false }` with its reason.
 */
export async function followRedirects<T>(
  url: string,
  options: FetchOptions,
  take: (answer: Answer) => Promise<T>,
): Promise<T | NotRead> {
  const limits = { ...FETCH_LIMITS, ...options.limits }
  const deadline = AbortSignal.timeout(limits.totalMs)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  let address = withoutFragment(url)
  try {
    for (let redirects = 0; ; redirects++) {
      const verdict = options.egress.judge(address)
      if (!verdict.ok) return { ...verdict, retry: false }

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
          ...(address === withoutFragment(url) && conditions(options.since)),
          ...headersForHost(options.siteHeaders, address),
        },
      })
      const target = redirectTarget(response, address)
      if (target === null) return await take({ response, finalUrl: address, limits })

      discardBody(response)
      if (redirects >= limits.maxRedirects) {
        const detail = `More than ${limits.maxRedirects} redirects, the last to ${target}`
        return { ok: false, reason: 'redirect', detail, retry: false }
      }
      const allowed = (await options.allowRedirect?.(target)) ?? { ok: true }
      if (!allowed.ok) return { retry: false, ...allowed }
      address = target
    }
  } catch (error) {
    return failureOf(error, { url: address, stopped: options.signal?.aborted ?? false, limits })
  }
}

/** With both, the first decides where the site knows it (RFC 9110, 13.2.2). */
function conditions({ etag, lastModified }: Validators = { etag: null, lastModified: null }) {
  return { ...(etag && { 'if-none-match': etag }), ...(lastModified && { 'if-modified-since': lastModified }) }
}

/** Lets go of an answer nobody reads: a small body is drained, so that its connection can serve again. */
export function discardBody(response: Dispatcher.ResponseData) {
  response.body.on('error', () => {})
  response.body.dump({ limit: 64_000 }).catch(() => {})
}

/** The absolute address a 3xx answer leads to, null when the answer is no redirect. */
function redirectTarget(response: Dispatcher.ResponseData, base: string): string | null {
  if (![301, 302, 303, 307, 308].includes(response.statusCode)) return null
  const location = response.headers['location']
  const target = typeof location === 'string' ? URL.parse(location, base) : null
  return target ? withoutFragment(target.href) : null
}

function withoutFragment(address: string): string {
  const cut = address.indexOf('#')
  return cut < 0 ? address : address.slice(0, cut)
}
