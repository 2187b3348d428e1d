/** What a site asks of robots (RFC 9309): read once an hour for each origin, and obeyed. */
import robotsParser from 'robots-parser'
import type { FetchText } from './fetch-text.ts'
import type { NotRead } from './reader.ts'

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

type Rules = {
  isAllowed(url: string, userAgent: string): boolean | undefined
  getCrawlDelay(userAgent: string): number | undefined
  getSitemaps(): string[]
}
type Answer = { rules: Rules | null; failure: NotRead | null; until: number }
type Entry = { pending: Promise<Answer> | null; answer: Answer | null }

// RFC 9309 2.5 asks to read at least 500 KiB, and 2.4 to keep an answer no longer than a day.
export const ROBOTS_MAX_BYTES = 512_000
const KEPT_MS = 60 * 60_000
const FAILURE_KEPT_MS = 60_000
const TIME_LIMIT_MS = 15_000
const MAX_ORIGINS = 2_000
const MAX_CRAWL_DELAY_MS = 5 * 60_000
// No address is longer than this, and each rule costs its length times the address's.
const MAX_LINE_CHARACTERS = 2_000

// The package's types describe an ES module; what it exports is the function itself.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Rules

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
      const rules = parseRobots(url, readableLines(text.text))
      return { rules, failure: null, until: now() + KEPT_MS }
    }
    // "Unavailable" means that nothing is forbidden; "unreachable" that everything is, for now.
    if (text.status !== null && text.status >= 300 && text.status < 500) {
      return { rules: null, failure: null, until: now() + KEPT_MS }
    }
    return { rules: null, failure: refusalFor(text.failure), until: now() + FAILURE_KEPT_MS }
  }

  const known = (url: string) => entries.get(new URL(url).origin)?.answer?.rules

  return {
    async check(url, signal) {
      const { rules, failure } = await answerFor(new URL(url).origin, signal)
      if (failure) return failure
      if (rules?.isAllowed(url, userAgent) === false) return { ok: false, reason: 'robots', detail: '', retry: false }
      return { ok: true }
    },
    crawlDelayMs(url) {
      const seconds = known(url)?.getCrawlDelay(userAgent) ?? 0
      return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, MAX_CRAWL_DELAY_MS) : 0
    },
    sitemaps: (url) => known(url)?.getSitemaps() ?? [],
  }
}

// A host that cannot be reached at all is told as such; only an answer that fails is told as robots.txt's.
function refusalFor(failure: NotRead): NotRead {
  if (failure.reason !== 'http-status' && failure.reason !== 'unreadable') return failure
  const detail = `The site's robots.txt could not be read (${failure.detail}), so nothing is read for now`
  return { ...failure, reason: 'robots', detail, retry: true }
}

function readableLines(text: string): string {
  const start = text.startsWith('\uFEFF') ? text.slice(1) : text
  return start
    .split(/\r\n|\r|\n/)
    .filter((line) => line.length <= MAX_LINE_CHARACTERS)
    .join('\n')
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
