/**
 * "Preview site": what a crawl would read, from the start page's links and the site's own index, or else from a few
 * pages of the first level. Costs no credit and stores nothing. docs/decisions/015-previews.md says what it leaves out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrawlSettings } from '#shared/crawl-settings.ts'
import { skipReasonWords } from '#shared/crawls.ts'
import { AppError } from '#shared/errors.ts'
import { everybodysLimits } from '#shared/limits.ts'
import type { AskPreview, Preview } from '#shared/previews.ts'
import type { Db } from '#server/db/database.ts'
import { takeTurn } from '#server/limits/take-turn.ts'
import type { Egress } from '#server/reader/address.ts'
import type { SiteReader } from '#server/reader/create-reader.ts'
import type { NotRead, ReadPage } from '#server/reader/reader.ts'
import { readCredits } from './check-credits.ts'
import { checkSettings } from './check-settings.ts'
import { type LinkRules, rulesOf } from './link-rules.ts'
import { type CrawlScope, crawlScope, judgeLink, pageIdentity } from './links.ts'
import { parseStartUrl, refusePrivateHost } from './parse-start-url.ts'
import { createPreviewList, type PreviewList } from './preview-list.ts'
import { openPreviewTurns, type PreviewTurns } from './preview-turns.ts'
import { judgeRedirect, movesStart } from './redirects.ts'

type Services = {
  db: Db
  egress: Pick<Egress, 'check' | 'isOwnHelp'>
  reader: SiteReader
  politeDelayMs: (url: string) => number
  config: { crawlDelayMs: { from: number; to: number } }
}

/** All reading together. */
const READS_WITHIN_MS = 20_000
/** Pages read to see more of a site that has no index. */
const MORE_PAGES = 8

/**
 * Throws AppError: what startCrawl throws of the address and the settings, 'request.too-many', 'preview.busy', and
 * 'preview.failed' with the reason when the start page cannot be read. Rejects when `gone` is aborted.
 */
export async function previewSite(
  services: Services,
  { userId, url, settings: wish, gone }: AskPreview & { userId: string; gone: AbortSignal },
): Promise<Preview> {
  const { db, egress, reader } = services
  const start = parseStartUrl(url, { keepQuery: wish?.keepQuery ?? false })
  const settings = checkSettings(reader, (await readCredits(db, userId)).tier, wish)
  await limitPreviews(db, userId)
  await refusePrivateHost(egress, start)

  const turns = openPreviewTurns(db, gone)
  try {
    await turns.take(start.host)
    const rules = rulesOf({ settings, branches: [] })
    const signal = AbortSignal.any([gone, AbortSignal.timeout(READS_WITHIN_MS)])
    const look = { ...services, settings, rules, gone, signal }
    return await lookAtSite(look, start, turns)
  } finally {
    await turns.giveAll()
  }
}

/** A preview costs no credit; so many a minute for one person, from however many browsers. */
async function limitPreviews(db: Db, userId: string) {
  const turn = await takeTurn(db, { key: `preview ${userId}`, most: everybodysLimits.previewsPerMinute, windowSeconds: 60 })
  if (!turn.allowed) throw new AppError('request.too-many', { retryAfterSeconds: turn.retryAfterSeconds })
}

/** `signal` ends the reading, whether its time is over or the person is `gone`. */
type Look = Services & { settings: CrawlSettings; rules: LinkRules; signal: AbortSignal; gone: AbortSignal }

async function lookAtSite(look: Look, start: URL, turns: PreviewTurns): Promise<Preview> {
  const first = await readOne(look, crawlScope(start.href), start.href, start.href)
  if (!first.ok) throw notPreviewed(look, first)
  const moved = movesStart(start.href, first.finalUrl)
  const scope = { ...crawlScope(moved ? first.finalUrl : start.href), pathPrefix: crawlScope(start.href).pathPrefix }
  if (scope.host !== start.host) await turns.take(scope.host)

  const list = createPreviewList(scope, look.rules)
  list.add({ url: first.finalUrl, title: first.title, from: 'start' })
  addLinks(list, first)
  const sitemaps = await addIndex(look, scope, list)
  await skipDisallowed(look, list)
  if (sitemaps.length === 0) {
    await readMore(look, scope, list)
    await skipDisallowed(look, list)
  }
  look.gone.throwIfAborted()

  return {
    url: first.finalUrl,
    title: first.title || new URL(first.finalUrl).pathname,
    addresses: [...list.addresses.values()].map(({ url, title, from }) => ({ url, title, from })),
    total: list.total,
    skipped: [...list.skipped.values()],
    sitemaps,
    pauseMs: meanPause(look, first.finalUrl),
  }
}

function readOne(look: Look, scope: CrawlScope, url: string, movedFrom: string | null) {
  const { reader, headers, country } = look.settings
  return look.reader.read(url, {
    allowRedirect: (target) => judgeRedirect(scope, target, movedFrom, look.rules),
    signal: look.signal,
    attempt: 0,
    // The scraping service is paid for; what only rounds off the picture is read without it.
    reader: movedFrom || reader === 'browser' ? reader : 'http',
    country,
    headers,
    headersFor: scope.host,
  })
}

/** 'preview.failed' with the reason in words, or what the reader itself has to say. */
function notPreviewed({ gone, signal }: Look, { reason, detail, fatal }: NotRead) {
  gone.throwIfAborted()
  if (fatal) return new AppError(fatal.code, fatal.values)
  if (signal.aborted) return new AppError('preview.failed', { reason: skipReasonWords.timeout })
  return new AppError('preview.failed', { reason: detail ? `${skipReasonWords[reason]} (${detail})` : skipReasonWords[reason] })
}

function addLinks(list: PreviewList, page: ReadPage) {
  for (const { url, nofollow } of page.links) list.add({ url, nofollow, from: 'link' })
}

/** Answers the sitemap files that were read. */
async function addIndex({ reader, rules, signal }: Look, scope: CrawlScope, list: PreviewList): Promise<string[]> {
  const index = await reader.siteIndex(`${scope.protocol}//${scope.host}/`, {
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

/** Without an index the first links say more of the site, read as politely as a crawl reads, while there is time. */
async function readMore(look: Look, scope: CrawlScope, list: PreviewList) {
  const more = [...list.addresses.values()].filter(({ from }) => from === 'link').slice(0, MORE_PAGES)
  for (const address of more) {
    const pauseMs = Math.max(look.politeDelayMs(address.fetchUrl), look.settings.delayMs)
    await sleep(pauseMs, undefined, { signal: look.signal }).catch(() => {})
    if (look.signal.aborted) return
    const read = await readOne(look, scope, address.fetchUrl, null)
    if (look.signal.aborted) return
    if (!read.ok) list.skip({ url: address.url, reason: read.reason, detail: read.detail })
    else if (read.noindex) list.skip({ url: address.url, reason: 'noindex', detail: '' })
    else if (pageIdentity(read.finalUrl, look.rules) !== address.url) {
      const url = pageIdentity(read.finalUrl, look.rules)
      list.skip({ url: address.url, reason: 'duplicate', detail: `The same page as ${url}` })
      list.add({ url: read.finalUrl, title: read.title, from: 'link' })
    } else address.title = read.title
    if (read.ok) addLinks(list, read)
  }
}

async function skipDisallowed({ reader, gone }: Look, list: PreviewList) {
  for (const { url, fetchUrl } of list.addresses.values()) {
    const may = await reader.mayRead(fetchUrl, gone)
    if (!may.ok) list.skip({ url, reason: may.reason, detail: may.detail })
  }
}

function meanPause({ config: { crawlDelayMs }, egress, reader, settings }: Look, url: string): number {
  const own = egress.isOwnHelp(url) ? 0 : (crawlDelayMs.from + crawlDelayMs.to) / 2
  return Math.round(Math.max(own, reader.crawlDelayMs(url), settings.delayMs))
}
