/** What a site asks of robots (RFC 9309): read once an hour for each origin, and obeyed. */
import type { FetchText } from './fetch-text.ts'
import type { NotRead } from './reader.ts'
import { parseRobots, type RobotsRules } from './robots-rules.ts'

export type Robots = {
  /** Says whether `url` may be read. While robots.txt cannot be read nothing may (RFC 9309, 2.3.1.4). */
  check(url: string, signal?: AbortSignal): Promise<{ ok: true } | NotRead>
  /** The wait that the site of `url` asks for between pages, 0 when it asks for none or was never asked. */
  crawlDelayMs(url: string): number
  /** The sitemaps that robots.txt of this site names; empty when it was never asked. */
  sitemaps(url: string): string[]
}

export type RobotsOptions = {
  fetchText: FetchText
  userAgent: string
  now?: () => number
}

type Answer = { rules: RobotsRules | null; failure: NotRead | null; until: number }
type Entry = { pending: Promise<Answer> | null; answer: Answer | null }

// RFC 9309 2.5 asks to read at least 500 KiB, and 2.4 to keep an answer no longer than a day.
export const ROBOTS_MAX_BYTES = 512_000
const KEPT_MS = 60 * 60_000
const FAILURE_KEPT_MS = 60_000
const TIME_LIMIT_MS = 15_000
const MAX_ORIGINS = 2_000
const MAX_CRAWL_DELAY_MS = 5 * 60_000
/** Opens the memory of what sites ask. */
export function createRobots({ fetchText, userAgent, now = Date.now }: RobotsOptions): Robots {
  const entries = new Map<string, Entry>()

  async function answerFor(origin: string, signal?: AbortSignal): Promise<Answer> {
    const entry: Entry = entries.get(origin) ?? { pending: null, answer: null }
    // The origin asked for last stands last, so that the one that leaves first is the one longest unused.
    entries.delete(origin)
    entries.set(origin, entry)
    if (entries.size > MAX_ORIGINS) entries.delete(entries.keys().next().value ?? '')

    if (entry.answer && entry.answer.until > now()) return entry.answer
    entry.pending ??= ask(origin).then((answer) => {
      entry.answer = answer
      entry.pending = null
      return answer
    })
    return signal ? orAborted(entry.pending, signal) : entry.pending
  }

  async function ask(origin: string): Promise<Answer> {
    const url = `${origin}/robots.txt`
    const text = await fetchText(url, { maxBytes: ROBOTS_MAX_BYTES, totalMs: TIME_LIMIT_MS })
    if (text.ok) {
      return { rules: parseRobots(wholeLines(text.text), userAgent), failure: null, until: now() + KEPT_MS }
    }
    // "Unavailable" means that nothing is forbidden; "unreachable" that everything is, for now.
    // 429 is no absence: a site that is asked too often is to be left alone, as other robots do.
    if (text.status !== null && text.status >= 300 && text.status < 500 && text.status !== 429) {
      return { rules: null, failure: null, until: now() + KEPT_MS }
    }
    return { rules: null, failure: refusalFor(text.failure), until: now() + FAILURE_KEPT_MS }
  }

  const known = (url: string) => entries.get(new URL(url).origin)?.answer?.rules

  return {
    async check(url, signal) {
      const { origin, pathname, search } = new URL(url)
      const { rules, failure } = await answerFor(origin, signal)
      if (failure) return failure
      if (rules?.isAllowed(pathname + search) === false) return { ok: false, reason: 'robots', detail: '', retry: false }
      return { ok: true }
    },
    crawlDelayMs(url) {
      return Math.min((known(url)?.crawlDelay ?? 0) * 1000, MAX_CRAWL_DELAY_MS)
    },
    sitemaps: (url) => known(url)?.sitemaps ?? [],
  }
}

// A host that cannot be reached at all is told as such; only an answer that fails is told as robots.txt's.
function refusalFor(failure: NotRead): NotRead {
  if (failure.reason === 'network' || failure.reason === 'private-address') return failure
  const detail = `The site's robots.txt could not be read (${failure.detail}), so nothing is read for now`
  return { ...failure, reason: 'robots-unreachable', detail, retry: true }
}

// Half a rule forbids more than the whole one: "Disallow: /" where "/private" was meant.
function wholeLines(text: string): string {
  return Buffer.byteLength(text) < ROBOTS_MAX_BYTES - 4 ? text : text.slice(0, text.lastIndexOf('\n') + 1)
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
