/** robots.txt of every site (RFC 9309), cached for an hour per origin. */
import type { Message } from '#shared/errors.ts'
import { FETCH_LIMITS } from '#server/fetching/follow-redirects.ts'
import { NO_REQUEST_LEFT, type ReadFailure, type RequestBudget } from '#server/fetching/reader.ts'
import type { FetchText } from './fetch-text.ts'
import { parseRobots, type RobotsRules } from './parse-robots.ts'

export type Robots = {
  /** Checks whether `url` may be fetched. Nothing may while robots.txt is unreachable (RFC 9309, 2.3.1.4). */
  check(url: string, signal?: AbortSignal, requests?: RequestBudget): Promise<{ ok: true } | ReadFailure>
  /** The Crawl-delay of the site, 0 when it has none or robots.txt is not cached. */
  crawlDelayMs(url: string): number
  /** The sitemaps named in robots.txt; empty when it is not cached. */
  sitemaps(url: string): string[]
}

export type RobotsOptions = {
  fetchText: FetchText
  userAgent: string
  now?: () => number
}

type Result = { rules: RobotsRules | null; failure: ReadFailure | null; expiresAt: number }
type Entry = { pending: Promise<Result> | null; result: Result | null }

// RFC 9309 requires parsing at least 500 KiB (2.5) and allows caching for a day (2.4).
export const ROBOTS_MAX_BYTES = 512_000
const CACHE_MS = 60 * 60_000
const FAILURE_CACHE_MS = 60_000
const TIMEOUT_MS = 15_000
const MAX_ORIGINS = 2_000
const MAX_CRAWL_DELAY_MS = 5 * 60_000

/** Not cached. */
const WITHOUT_REQUEST: Result = { rules: null, failure: NO_REQUEST_LEFT, expiresAt: 0 }

export function createRobots({ fetchText, userAgent, now = Date.now }: RobotsOptions): Robots {
  const entries = new Map<string, Entry>()

  async function rulesOf(origin: string, signal?: AbortSignal, requests?: RequestBudget): Promise<Result> {
    const entry: Entry = entries.get(origin) ?? { pending: null, result: null }
    // Least recently used first.
    entries.delete(origin)
    entries.set(origin, entry)
    if (entries.size > MAX_ORIGINS) entries.delete(entries.keys().next().value ?? '')

    if (entry.result && entry.result.expiresAt > now()) return entry.result
    // Others may wait for the same file: it is read to its end or not at all.
    if (!entry.pending && requests && requests.left() <= FETCH_LIMITS.maxRedirects) return WITHOUT_REQUEST
    entry.pending ??= refreshEntry(entry, origin, requests)
    return signal ? rejectOnAbort(entry.pending, signal) : entry.pending
  }

  async function refreshEntry(entry: Entry, origin: string, requests?: RequestBudget): Promise<Result> {
    try {
      entry.result = await fetchRules(origin, requests)
      return entry.result
    } finally {
      // Also after an unexpected error, so that the next caller tries again.
      entry.pending = null
    }
  }

  async function fetchRules(origin: string, requests?: RequestBudget): Promise<Result> {
    const limits = { maxBytes: ROBOTS_MAX_BYTES, totalMs: TIMEOUT_MS }
    const file = await fetchText(`${origin}/robots.txt`, limits, requests)
    if (file.ok) {
      const rules = parseRobots(completeLines(file.text), userAgent)
      return { rules, failure: null, expiresAt: now() + CACHE_MS }
    }
    // An unavailable file (3xx, 4xx) allows everything, an unreachable one nothing (RFC 9309, 2.3.1). 429 counts as
    // unreachable: the site is overloaded.
    const { status } = file
    const isUnavailable = status !== null && status >= 300 && status < 500 && status !== 429
    if (isUnavailable) {
      return { rules: null, failure: null, expiresAt: now() + CACHE_MS }
    }
    return { rules: null, failure: toReadFailure(file.failure), expiresAt: now() + FAILURE_CACHE_MS }
  }

  const cachedRules = (url: string) => entries.get(new URL(url).origin)?.result?.rules

  return {
    async check(url, signal, requests) {
      const { origin, pathname, search } = new URL(url)
      const { rules, failure } = await rulesOf(origin, signal, requests)
      if (failure) return failure
      if (rules?.isAllowed(pathname + search) === false)
        return { ok: false, reason: 'robots', detail: '', retry: false }
      return { ok: true }
    },
    crawlDelayMs(url) {
      return Math.min((cachedRules(url)?.crawlDelay ?? 0) * 1000, MAX_CRAWL_DELAY_MS)
    },
    sitemaps: (url) => cachedRules(url)?.sitemaps ?? [],
  }
}

/** A host that cannot be reached keeps its own failure; any other failure is attributed to robots.txt. */
function toReadFailure(failure: ReadFailure): ReadFailure {
  if (failure.reason === 'network' || failure.reason === 'private-address') return failure
  const detail: Message = { code: 'robots-unavailable', values: { reason: failure.detail } }
  return { ...failure, reason: 'robots-unreachable', detail, retry: true }
}

/** Drops an incomplete last line of a truncated file: "Disallow: /" may be the start of "Disallow: /private". */
function completeLines(text: string): string {
  return Buffer.byteLength(text) < ROBOTS_MAX_BYTES - 4 ? text : text.slice(0, text.lastIndexOf('\n') + 1)
}

function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
