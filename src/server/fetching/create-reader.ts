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
  /** The sites belong to who crawls them: what they ask of crawlers (robots.txt, noindex, nofollow) is not obeyed. */
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
  const maxRedirects = limits?.maxRedirects ?? FETCH_LIMITS.maxRedirects

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

  const availableSources = (): Sources => ({
    http,
    ...(browser.available() && { browser: browser.fetch }),
    ...(scrapingService.apiKey && { scrapingbee: service.fetch }),
  })

  async function checkAllowed(
    url: string,
    signal?: AbortSignal,
    requests?: RequestBudget,
  ): Promise<{ ok: true } | ReadFailure> {
    const verdict = egress.checkUrl(url)
    if (!verdict.ok) return { ...verdict, retry: false }
    // The manual needs no robots.txt, and nothing else of this server may be fetched, robots.txt included.
    return egress.isOwnManual(url) ? { ok: true } : robots.check(url, signal, requests)
  }

  async function read(
    url: string,
    { reader, allowRedirect, arrived, ...options }: ReadOptions,
  ): Promise<ReadPage | ReadFailure> {
    const { takeTurn = immediately } = options
    const checked = await takeTurn(() => checkAllowed(url, options.signal, options.requests))
    if (!checked.ok) return checked

    let redirects = 0
    const request: PageRequest = {
      ...options,
      start: url,
      async allowRedirect(target) {
        redirects++
        if (redirects > maxRedirects) return tooManyRedirects(maxRedirects, target)
        const allowed = allowRedirect(target)
        return allowed.ok ? checkAllowed(target, options.signal, options.requests) : allowed
      },
    }
    // The manual is not reachable from outside, and needs no browser.
    const sources = withArrived(egress.isOwnManual(url) ? { http } : availableSources(), arrived)
    const chosen = [reader, defaultReader].find((name) => name && name !== 'auto' && sources[name])
    if (chosen && chosen !== 'auto') return readFrom(chosen, sources[chosen] ?? http, url, request)
    // The user's headers must not reach the service, so pages that need them are read without it.
    if (sources.scrapingbee && !options.headers?.length) {
      return readFrom('scrapingbee', sources.scrapingbee, url, request)
    }
    return readAutomatically(url, request, sources)
  }

  /** Reads over plain HTTP, and renders the page in the browser when its scripts have yet to draw it. */
  async function readAutomatically(
    url: string,
    request: PageRequest,
    sources: Sources,
  ): Promise<ReadPage | ReadFailure> {
    const extracted = await fetchAndExtract('http', sources.http ?? http, url, request)
    if (!extracted.ok) return extracted
    const plain = toReadPage('http', extracted, ownSites)
    const { needsScript } = extracted.page
    if (needsScript === 'no') return plain
    if (!sources.browser) return needsScript === 'certainly' ? browserNeeded() : plain

    const render: PageSource = (target) =>
      target === url ? browser.render(extracted.document, request) : browser.fetch(target, request)
    const rendered = await readFrom('browser', render, url, request)
    if (rendered.ok) return rendered.content.length > plain.content.length ? rendered : plain
    return needsScript === 'certainly' ? rendered : plain
  }

  async function readFrom(name: SourceName, source: PageSource, url: string, request: PageRequest) {
    const extracted = await fetchAndExtract(name, source, url, request)
    return extracted.ok ? toReadPage(name, extracted, ownSites) : extracted
  }

  /** Fetches and extracts one page, and follows its meta refresh. */
  async function fetchAndExtract(
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

  return {
    async read(url, options) {
      try {
        return await read(url, options)
      } catch (error) {
        if (options.signal?.aborted) return { ok: false, reason: 'stopped', detail: '', retry: false }
        throw error
      }
    },
    available: () => ReaderName.options.filter((name) => name === 'auto' || name in availableSources()),
    crawlDelayMs: (url) => robots.crawlDelayMs(url),
    sitemaps: (url) => robots.sitemaps(url),
    checkAllowed,
    fetchSiteIndex: createSiteIndexFetcher({ fetch: { egress, userAgent }, robots }),
    async close() {
      await browser.close()
      await service.close()
      await pool.close()
    },
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
  const noindex = !ownSite && (page.noindex || hasDirective(robotsTag, 'noindex'))
  const links =
    ownSite || hasDirective(robotsTag, 'nofollow')
      ? page.links.map(({ url }) => ({ url, nofollow: !ownSite }))
      : page.links
  return {
    ok: true,
    finalUrl,
    title,
    content,
    language,
    links,
    canonical,
    ...(alternates && { alternates }),
    noindex,
    etag,
    lastModified,
    ...(uncertain && { uncertain }),
    ...((leftOut.links > 0 || leftOut.text || isPartlyLoaded) && {
      leftOut: { ...leftOut, ...(isPartlyLoaded && { scripts: isPartlyLoaded }) },
    }),
    readBy,
  }
}
