import { setTimeout as sleep } from 'node:timers/promises'
import type { CrawlSettings } from '#shared/crawl/crawl-settings.ts'
import { AppError } from '#shared/errors.ts'
import { userLimits } from '#shared/limits.ts'
import type { PreviewSite, Preview } from '#shared/crawl/previews.ts'
import type { Db } from '#server/platform/db/database.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import type { Egress } from '#server/fetching/egress.ts'
import type { Reader } from '#server/fetching/create-reader.ts'
import type { ReadFailure, ReadPage } from '#server/fetching/reader.ts'
import { readCredits } from '#server/crawl/check-credits.ts'
import { checkSettings } from '#server/crawl/check-settings.ts'
import { type LinkRules, rulesOf } from '#server/crawl/links/link-rules.ts'
import { type CrawlScope, crawlScope, judgeLink, pageIdentity } from '#server/crawl/links/links.ts'
import { parseStartUrl, refuseForbiddenAddress } from '#server/crawl/links/parse-start-url.ts'
import { createPreviewList, type PreviewList } from './preview-list.ts'
import { judgeRedirect, movedScope, isSameSite } from '#server/crawl/links/redirects.ts'
import { randomUUID } from 'node:crypto'
import { awaitHostLock, releaseHostLock } from '#server/crawl/schedule/host-lock.ts'

type Services = {
  db: Db
  egress: Pick<Egress, 'check' | 'isOwnManual'>
  reader: Reader
  politeDelayMs: (url: string) => number
  config: { crawlDelayMs: { from: number; to: number } }
}

/** Limits the time for all pages of a preview together. */
const READ_TIMEOUT_MS = 20_000
/** Pages of the first level that are read when the site has no sitemap. */
const SAMPLE_PAGES = 8

/**
 * "Preview site": what a crawl would fetch, from the start page's links and the site's sitemaps and llms.txt, or else
 * from a few pages of the first level. Costs no credit and stores nothing. docs/decisions/019-duplicates-and-seeds.md
 * describes what it leaves out.
 *
 * Throws AppError: what startCrawl throws for the address and the settings, 'request.too-many', 'preview.busy', and
 * 'preview.failed' with the reason when the start page cannot be read. Rejects when `disconnected` is aborted.
 */
export async function previewSite(
  services: Services,
  request: PreviewSite & { userId: string; disconnected: AbortSignal },
): Promise<Preview> {
  const { db, egress, reader } = services
  const { userId, disconnected } = request
  const start = parseStartUrl(request.url, { keepQuery: request.settings?.keepQuery ?? false })
  const settings = checkSettings(reader, (await readCredits(db, userId)).tier, request.settings)
  await limitPreviews(db, userId)
  await refuseForbiddenAddress(egress, start)

  const locks = createHostLocks(db, disconnected)
  try {
    await locks.acquire(start.host)
    const rules = rulesOf({ settings, branches: [] })
    const signal = AbortSignal.any([disconnected, AbortSignal.timeout(READ_TIMEOUT_MS)])
    return await readSite({ ...services, settings, rules, disconnected, signal }, start, locks)
  } finally {
    await locks.releaseAll()
  }
}

async function limitPreviews(db: Db, userId: string) {
  const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, {
    key: `preview ${userId}`,
    limit: userLimits.previewsPerMinute,
    windowSeconds: 60,
  })
  if (!allowed) throw new AppError('request.too-many', { retryAfterSeconds })
}

/** `signal` aborts the requests, after the timeout or when the client has `disconnected`. */
type Context = Services & { settings: CrawlSettings; rules: LinkRules; signal: AbortSignal; disconnected: AbortSignal }

async function readSite(context: Context, start: URL, locks: HostLocks): Promise<Preview> {
  const typed = crawlScope(start.href)
  const first = await readPage(context, typed, start.href, start.href)
  if (!first.ok) throw previewError(context, first)
  const scope = isSameSite(start.href, first.finalUrl) ? movedScope(typed, start.href, first.finalUrl) : typed
  if (scope.host !== start.host) await locks.acquire(scope.host)

  const list = createPreviewList(scope, context.rules)
  list.add({ url: first.finalUrl, title: first.title, from: 'start' })
  addLinks(list, first)
  const sitemaps = await addSitemaps(context, scope, list)
  await skipDisallowed(context, list)
  if (sitemaps.length === 0) {
    await readSamplePages(context, scope, list)
    await skipDisallowed(context, list)
  }
  context.disconnected.throwIfAborted()

  return {
    url: first.finalUrl,
    title: first.title || new URL(first.finalUrl).pathname,
    addresses: [...list.addresses.values()].map(({ url, title, from }) => ({ url, title, from })),
    total: list.total,
    skipped: [...list.skipped.values()],
    sitemaps,
    pauseMs: meanDelayMs(context, first.finalUrl),
  }
}

function readPage(context: Context, scope: CrawlScope, url: string, movedFrom: string | null) {
  const { reader, headers, country } = context.settings
  return context.reader.read(url, {
    allowRedirect: (target) => judgeRedirect(scope, target, { movedFrom, rules: context.rules }),
    signal: context.signal,
    attempt: 0,
    // The scraping service costs money: only the start page goes through it.
    reader: movedFrom || reader === 'browser' ? reader : 'http',
    country,
    headers,
    headersFor: scope.host,
  })
}

/** 'preview.failed' with the reason, or the reader's own fatal error. */
function previewError({ disconnected, signal }: Context, { reason, detail, fatal }: ReadFailure) {
  disconnected.throwIfAborted()
  if (fatal) return new AppError(fatal.code, fatal.values)
  if (signal.aborted) return new AppError('preview.failed', { reason: { code: 'timeout' } })
  return new AppError('preview.failed', {
    reason: detail ? { code: 'reason-with-detail', values: { reason: { code: reason }, detail } } : { code: reason },
  })
}

function addLinks(list: PreviewList, page: ReadPage) {
  for (const { url, nofollow } of page.links) list.add({ url, nofollow, from: 'link' })
}

/** Adds the addresses of sitemaps and llms.txt; returns the sitemap files that were read. */
async function addSitemaps(
  { reader, rules, signal }: Context,
  scope: CrawlScope,
  list: PreviewList,
): Promise<string[]> {
  const index = await reader.fetchSiteIndex(`${scope.protocol}//${scope.host}/`, {
    signal,
    keep(address) {
      const verdict = judgeLink(scope, address, rules)
      if (verdict?.ok === false && !list.addresses.has(verdict.url)) list.skip(verdict)
      return verdict?.ok === true
    },
  })
  for (const address of index.addresses) list.add(address)
  return index.sitemaps
}

/** Reads a few linked pages with the delays of a crawl, until the timeout. */
async function readSamplePages(context: Context, scope: CrawlScope, list: PreviewList) {
  const sample = [...list.addresses.values()].filter(({ from }) => from === 'link').slice(0, SAMPLE_PAGES)
  for (const address of sample) {
    const delayMs = Math.max(context.politeDelayMs(address.fetchUrl), context.settings.delayMs)
    await sleep(delayMs, undefined, { signal: context.signal }).catch(() => {})
    if (context.signal.aborted) return
    const read = await readPage(context, scope, address.fetchUrl, null)
    if (context.signal.aborted) return
    if (!read.ok) list.skip({ url: address.url, reason: read.reason, detail: read.detail })
    else if (read.noindex) list.skip({ url: address.url, reason: 'noindex', detail: '' })
    else if (pageIdentity(read.finalUrl, context.rules) !== address.url) {
      const url = pageIdentity(read.finalUrl, context.rules)
      list.skip({ url: address.url, reason: 'duplicate', detail: { code: 'same-page', values: { url } } })
      list.add({ url: read.finalUrl, title: read.title, from: 'link' })
    } else address.title = read.title
    if (read.ok) addLinks(list, read)
  }
}

async function skipDisallowed({ reader, disconnected }: Context, list: PreviewList) {
  for (const { url, fetchUrl } of list.addresses.values()) {
    const allowed = await reader.checkAllowed(fetchUrl, disconnected)
    if (!allowed.ok) list.skip({ url, reason: allowed.reason, detail: allowed.detail })
  }
}

function meanDelayMs({ config: { crawlDelayMs }, egress, reader, settings }: Context, url: string): number {
  const politeMs = egress.isOwnManual(url) ? 0 : (crawlDelayMs.from + crawlDelayMs.to) / 2
  return Math.round(Math.max(politeMs, reader.crawlDelayMs(url), settings.delayMs))
}

/** The host locks of one preview, released together. */
type HostLocks = {
  /** Throws AppError 'preview.busy' when the host does not become free in time. */
  acquire(host: string): Promise<void>
  releaseAll(): Promise<void>
}

/** A crawl of the same host releases it after its current page. */
const ACQUIRE_TIMEOUT_MS = 8_000
/** Longer than a preview can take; the lock of a dead process expires. */
const HOLD_SECONDS = 40
const RETRY_AFTER_SECONDS = 5

/** `disconnected` is aborted when the client no longer waits for the preview. */
function createHostLocks(db: Db, disconnected: AbortSignal): HostLocks {
  const heldBy = `preview ${randomUUID()}`
  const hosts: string[] = []
  return {
    async acquire(host) {
      hosts.push(host)
      const timeout = AbortSignal.timeout(ACQUIRE_TIMEOUT_MS)
      const signal = AbortSignal.any([disconnected, timeout])
      try {
        await awaitHostLock(db, { host, heldBy, seconds: HOLD_SECONDS, signal })
      } catch (error) {
        if (!timeout.aborted) throw error
        throw new AppError('preview.busy', { host, retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause: error })
      }
    },
    async releaseAll() {
      for (const host of hosts) await releaseHostLock(db, host, heldBy)
    },
  }
}
