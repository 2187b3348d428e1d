/** Creates the reader: it checks robots.txt, fetches a page from HTTP, browser or scraping service, and extracts it. */
import { ReaderName } from '#shared/crawl/crawl-settings.ts'
import { openExtractionPool, type ExtractionPoolOptions } from '#server/extraction/extraction-pool.ts'
import { hasDirective, type ExtractedPage } from '#server/extraction/read-html.ts'
import type { Log } from '#server/platform/log.ts'
import { VERSION } from '#server/platform/version.ts'
import { browserNeeded, openBrowserSource, type BrowserOptions } from './browser/browser-source.ts'
import type { Egress } from './egress.ts'
import { fetchPage } from './fetch-page.ts'
import { FETCH_LIMITS, tooManyRedirects, type FetchLimits } from './follow-redirects.ts'
import type { FetchedDocument, PageRequest, PageSource } from './page-source.ts'
import type { ArrivedDocument, ReadFailure, ReadOptions, ReadPage, RequestBudget, TakeTurn } from './reader.ts'
import { openScrapingService, type ScrapingServiceOptions } from './scraping-service.ts'
import { createSiteIndexFetcher, type FetchSiteIndex } from './site-index/fetch-site-index.ts'
import { createTextFetcher } from './site-index/fetch-text.ts'
import { createRobots, type Robots } from './site-index/robots.ts'

export type Reader = {
  read(url: string, options: ReadOptions): Promise<ReadPage | ReadFailure>
  /** The values of the reader setting that work on this server. */
  available(): ReaderName[]
  /** The Crawl-delay of the site's robots.txt, 0 when absent. */
  crawlDelayMs(url: string): number
  /** The sitemaps named in the site's robots.txt. */
  sitemaps(url: string): string[]
  /** Checks robots.txt and the address guard. */
  checkAllowed(url: string, signal?: AbortSignal, requests?: RequestBudget): Promise<{ ok: true } | ReadFailure>
  /** The site's own list of its pages: sitemaps and llms.txt. */
  fetchSiteIndex: FetchSiteIndex
  close(): Promise<void>
}

type SourceName = ReadPage['readBy']
type Sources = Partial<Record<SourceName, PageSource>>
type ExtractedDocument = { ok: true; document: FetchedDocument; page: ExtractedPage }

export type ReaderOptions = {
  egress: Egress
  appUrl: string
  /** For crawls without a reader setting. */
  reader?: ReaderName
  /** Where to look for a browser; none is used when absent. */
  browser?: BrowserOptions
  /** Used when it has a key. */
  scrapingService?: ScrapingServiceOptions
  limits?: Partial<FetchLimits>
  extraction?: ExtractionPoolOptions
  /** The sites belong to the user who crawls them: robots.txt, noindex and nofollow are ignored. */
  ownSites?: boolean
  log?: Pick<Log, 'warn'>
}

/** Major and minor version: patches do not change what a site sees. */
const USER_AGENT_VERSION = VERSION.split('.', 2).join('.')

/** The reader owns its threads and connections; the caller closes `egress`. */
export function createReader({
  egress,
  appUrl,
  reader: defaultReader = 'auto',
  browser: browserOptions = { programFolders: [], chromiumPath: 'none' },
  scrapingService = { apiKey: undefined },
  limits,
  extraction,
  ownSites = false,
  log,
}: ReaderOptions): Reader {
  const userAgent = `Readback/${USER_AGENT_VERSION} (+${appUrl}/help/robots)`
  const rules = createRobots({ fetchText: createTextFetcher({ egress, userAgent }), userAgent })
  const robots = ownSites ? withoutRules(rules) : rules
  const pool = openExtractionPool(extraction)

  const http: PageSource = (url, { signal, allowRedirect, headers, headersFor, start, since, requests }) =>
    fetchPage(url, {
      egress,
      userAgent,
      signal,
      limits,
      allowRedirect,
      since,
      requests,
      siteHeaders: { headers, headersFor, start },
    })
  const browser = openBrowserSource(browserOptions, { egress, userAgent, fetchDocument: http, log })
  const service = openScrapingService(scrapingService, egress)

  const parts: ReaderParts = {
    egress,
    http,
    browser,
    defaultReader,
    ownSites,
    robots,
    pool,
    maxRedirects: limits?.maxRedirects ?? FETCH_LIMITS.maxRedirects,
    sources: () => ({
      http,
      ...(browser.available() && { browser: browser.fetch }),
      ...(scrapingService.apiKey && { scrapingbee: service.fetch }),
    }),
  }
  return {
    async read(url, options) {
      try {
        return await read(parts, url, options)
      } catch (error) {
        if (options.signal?.aborted) return { ok: false, reason: 'stopped', detail: '', retry: false }
        throw error
      }
    },
    available() {
      const sources = parts.sources()
      return ReaderName.options.filter((name) => name === 'auto' || name in sources)
    },
    crawlDelayMs: (url) => robots.crawlDelayMs(url),
    sitemaps: (url) => robots.sitemaps(url),
    checkAllowed: (url, signal, requests) => checkAllowed(parts, url, { signal, requests }),
    fetchSiteIndex: createSiteIndexFetcher({ fetch: { egress, userAgent }, robots }),
    async close() {
      await browser.close()
      await service.close()
      await pool.close()
    },
  }
}

type ReaderParts = {
  egress: Egress
  http: PageSource
  browser: ReturnType<typeof openBrowserSource>
  defaultReader: ReaderName
  ownSites: boolean
  robots: Robots
  pool: ReturnType<typeof openExtractionPool>
  maxRedirects: number
  /** Those that work now: an administrator can change the key of the scraping service while the server runs. */
  sources: () => Sources
}

async function read(
  parts: ReaderParts,
  url: string,
  { reader, allowRedirect, arrived, ...options }: ReadOptions,
): Promise<ReadPage | ReadFailure> {
  const { egress, http, defaultReader } = parts
  const { takeTurn = immediately } = options
  const checked = await takeTurn(() => checkAllowed(parts, url, options))
  if (!checked.ok) return checked

  const request: PageRequest = {
    ...options,
    start: url,
    allowRedirect: createRedirectCheck(parts, allowRedirect, options),
  }
  // The manual is not reachable from outside, and needs no browser.
  const sources = withArrived(egress.isOwnManual(url) ? { http } : parts.sources(), arrived)
  const chosen = [reader, defaultReader].find((name) => name && name !== 'auto' && sources[name])
  if (chosen && chosen !== 'auto') return readFrom(parts, chosen, sources[chosen] ?? http, url, request)
  // The user's headers must not reach the service, so pages that need them are read without it.
  if (sources.scrapingbee && !options.headers?.length) {
    return readFrom(parts, 'scrapingbee', sources.scrapingbee, url, request)
  }
  return readAutomatically(parts, sources, url, request)
}

type AllowedCheck = { signal?: AbortSignal | undefined; requests?: RequestBudget | undefined }

async function checkAllowed(
  { egress, robots }: ReaderParts,
  url: string,
  { signal, requests }: AllowedCheck,
): Promise<{ ok: true } | ReadFailure> {
  const verdict = egress.checkUrl(url)
  if (!verdict.ok) return { ...verdict, retry: false }
  // The manual needs no robots.txt, and nothing else of this server may be fetched, robots.txt included.
  return egress.isOwnManual(url) ? { ok: true } : robots.check(url, signal, requests)
}

/** Counts the redirects of one page, and checks each target as any other address. */
function createRedirectCheck(
  parts: ReaderParts,
  allowRedirect: ReadOptions['allowRedirect'],
  options: AllowedCheck,
): PageRequest['allowRedirect'] {
  const { maxRedirects } = parts
  let redirects = 0
  return async (target) => {
    redirects++
    if (redirects > maxRedirects) return tooManyRedirects(maxRedirects, target)
    const allowed = allowRedirect(target)
    return allowed.ok ? checkAllowed(parts, target, options) : allowed
  }
}

/** Reads over plain HTTP, and renders the page in the browser when its scripts have yet to draw it. */
async function readAutomatically(
  parts: ReaderParts,
  sources: Sources,
  url: string,
  request: PageRequest,
): Promise<ReadPage | ReadFailure> {
  const { http, browser, ownSites } = parts
  const extracted = await fetchAndExtract(parts, 'http', sources.http ?? http, url, request)
  if (!extracted.ok) return extracted
  const plain = toReadPage('http', extracted, ownSites)
  const { needsScript } = extracted.page
  if (needsScript === 'no') return plain
  if (!sources.browser) return needsScript === 'certainly' ? browserNeeded() : plain

  const render: PageSource = (target) =>
    target === url ? browser.render(extracted.document, request) : browser.fetch(target, request)
  const rendered = await readFrom(parts, 'browser', render, url, request)
  if (rendered.ok) return rendered.content.length > plain.content.length ? rendered : plain
  return needsScript === 'certainly' ? rendered : plain
}

async function readFrom(parts: ReaderParts, name: SourceName, source: PageSource, url: string, request: PageRequest) {
  const extracted = await fetchAndExtract(parts, name, source, url, request)
  return extracted.ok ? toReadPage(name, extracted, parts.ownSites) : extracted
}

/** Fetches and extracts one page, and follows its meta refresh. */
async function fetchAndExtract(
  { pool }: ReaderParts,
  name: SourceName,
  source: PageSource,
  start: string,
  request: PageRequest,
): Promise<ExtractedDocument | ReadFailure> {
  const { takeTurn = immediately } = request
  for (let url = start; ;) {
    const target = url
    const document = await takeTurn(() => source(target, request))
    if (!document.ok) return document
    request.onArrival?.({ readBy: name, document })
    const { finalUrl, linkBase, kind, charset, body } = document
    // Extraction transfers the bytes to its thread; the browser and `onArrival` may still need them.
    const bytes = body.slice()
    const result = await pool.extract({ bytes, kind, charset, url: linkBase ?? finalUrl }, request.signal)
    if (!result.ok) return { ok: false, reason: 'unreadable', detail: result.detail, retry: false }

    const { page } = result
    // The scraping service has already followed a meta refresh.
    if (!page.refresh || page.refresh === finalUrl || name === 'scrapingbee') return { ok: true, document, page }
    const allowed = await request.allowRedirect(page.refresh)
    if (!allowed.ok) return { retry: false, ...allowed }
    url = page.refresh
  }
}

const immediately: TakeTurn = (request) => request()

/** Only the sitemaps that robots.txt names are used. */
const withoutRules = (robots: Robots): Robots => ({
  ...robots,
  async check(url, signal, requests) {
    await robots.check(url, signal, requests)
    return { ok: true }
  },
  crawlDelayMs: () => 0,
})

/** The source that delivered `arrived` returns it instead of its first request. */
function withArrived(sources: Sources, arrived: ArrivedDocument | null | undefined): Sources {
  const source = arrived && sources[arrived.readBy]
  if (!source) return sources
  let first: ArrivedDocument | null = arrived
  const replay: PageSource = async (url, request) => {
    const document = first?.document
    first = null
    return document ?? source(url, request)
  }
  return { ...sources, [arrived.readBy]: replay }
}

function toReadPage(readBy: SourceName, { document, page }: ExtractedDocument, ownSite: boolean): ReadPage {
  const { finalUrl, robotsTag, etag, lastModified, isPartlyLoaded } = document
  const { title, content, language, canonical, alternates, uncertain, leftOut } = page
  const isIncomplete = leftOut.links > 0 || leftOut.text || isPartlyLoaded
  return {
    ok: true,
    finalUrl,
    title,
    content,
    language,
    links: linksOf(page, robotsTag, ownSite),
    canonical,
    ...(alternates && { alternates }),
    noindex: !ownSite && (page.noindex || hasDirective(robotsTag, 'noindex')),
    etag,
    lastModified,
    ...(uncertain && { uncertain }),
    ...(isIncomplete && { leftOut: { ...leftOut, ...(isPartlyLoaded && { scripts: isPartlyLoaded }) } }),
    readBy,
  }
}

/** A nofollow header covers every link of the page. What a site of the user's own asks for is not obeyed. */
function linksOf({ links }: ExtractedPage, robotsTag: FetchedDocument['robotsTag'], ownSite: boolean) {
  if (ownSite) return links.map(({ url }) => ({ url, nofollow: false }))
  return hasDirective(robotsTag, 'nofollow') ? links.map(({ url }) => ({ url, nofollow: true })) : links
}
