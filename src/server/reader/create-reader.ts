/**
 * The reader of sites: asks robots.txt, gets the page the way that was chosen (plain HTTP, a browser, the scraping
 * service), and hands its bytes to a thread that reads them.
 */
import { ReaderName } from '#shared/crawl-settings.ts'
import type { Log } from '#server/log.ts'
import type { Egress } from './address.ts'
import { needsBrowser, openBrowserReader, type BrowserOptions } from './browser-reader.ts'
import { fetchPage } from './fetch-page.ts'
import { textFetcher } from './fetch-text.ts'
import { FETCH_LIMITS, type FetchLimits } from './follow-redirects.ts'
import { openPageReaders, type PageReadersOptions } from './page-readers.ts'
import type { PageRequest, PageSource, SourcedPage } from './page-source.ts'
import { asks, type HtmlPage } from './read-html.ts'
import { type ReadSiteIndex, siteIndexReader } from './read-site-index.ts'
import type { NotRead, Reader, ReadOptions, ReadPage } from './reader.ts'
import { createRobots } from './robots.ts'
import { openScrapingService, type ScrapingServiceOptions } from './scraping-service.ts'

export type SiteReader = Reader & {
  /** The readers that a crawl may ask for on this server. */
  available(): ReaderName[]
  /** The wait that the robots.txt of this address's site asks for, 0 when it asks for none. */
  crawlDelayMs(url: string): number
  /** The sitemaps that the robots.txt of this address's site names. */
  sitemaps(url: string): string[]
  /** Whether robots.txt, and the rule of what may be reached, let this address be read. */
  mayRead(url: string, signal?: AbortSignal): Promise<{ ok: true } | NotRead>
  /** What the site of an address says of its own pages. */
  siteIndex: ReadSiteIndex
  close(): Promise<void>
}

type SourceName = ReadPage['readBy']
type FollowedPage = { ok: true; document: SourcedPage; page: HtmlPage }

export type ReaderOptions = {
  egress: Egress
  appUrl: string
  /** What a crawl that asks for no reader gets. */
  reader?: ReaderName
  /** Where to look for a browser; without it none is looked for. */
  browser?: BrowserOptions
  /** In use while it has a key. */
  scrapingService?: ScrapingServiceOptions
  limits?: Partial<FetchLimits>
  threads?: PageReadersOptions
  log?: Pick<Log, 'warn'>
}

const VERSION = '0.1'

/** Opens the readers. They own their threads and connections; `egress` stays the caller's to close. */
export function createReader({
  egress,
  appUrl,
  reader: preferred = 'auto',
  browser: browserOptions = { programFolders: [], chromiumPath: 'none' },
  scrapingService = { apiKey: undefined },
  limits,
  threads,
  log,
}: ReaderOptions): SiteReader {
  const userAgent = `Readback/${VERSION} (+${appUrl}/help/robots)`
  const robots = createRobots({ fetchText: textFetcher({ egress, userAgent }), userAgent })
  const readers = openPageReaders(threads)
  const maxRedirects = limits?.maxRedirects ?? FETCH_LIMITS.maxRedirects

  const direct: PageSource = (url, { signal, allowRedirect, headers, headersFor, start, since }) =>
    fetchPage(url, { egress, userAgent, signal, limits, allowRedirect, since, siteHeaders: { headers, headersFor, start } })
  const browser = openBrowserReader(browserOptions, { egress, userAgent, fetchDocument: direct, log })
  const service = openScrapingService(scrapingService, egress)

  const sources = (): Partial<Record<SourceName, PageSource>> => ({
    http: direct,
    ...(browser.available() && { browser: browser.fetch }),
    ...(scrapingService.apiKey && { scrapingbee: service.fetch }),
  })

  async function mayRead(url: string, signal?: AbortSignal): Promise<{ ok: true } | NotRead> {
    const verdict = egress.judge(url)
    if (!verdict.ok) return { ...verdict, retry: false }
    // Our own manual is ours to read, and nothing else of this server is, robots.txt included.
    return egress.isOwnHelp(url) ? { ok: true } : robots.check(url, signal)
  }

  async function read(url: string, { reader, allowRedirect, ...options }: ReadOptions): Promise<ReadPage | NotRead> {
    const may = await mayRead(url, options.signal)
    if (!may.ok) return may

    let redirects = 0
    const request: PageRequest = {
      ...options,
      start: url,
      async allowRedirect(target) {
        redirects++
        if (redirects > maxRedirects) return tooManyRedirects(maxRedirects, target)
        const allowed = allowRedirect(target)
        return allowed.ok ? mayRead(target, options.signal) : allowed
      },
    }
    // No one else's server reaches our own manual, and it needs no browser.
    const ways = egress.isOwnHelp(url) ? { http: direct } : sources()
    const named = [reader, preferred].find((name) => name && name !== 'auto' && ways[name])
    if (named && named !== 'auto') return readBy(named, ways[named] ?? direct, url, request)
    // A person's own headers never go through the service, so what needs them is read without it.
    if (ways.scrapingbee && !options.headers?.length) return readBy('scrapingbee', ways.scrapingbee, url, request)
    return readAsNeeded(url, request, ways.browser !== undefined)
  }

  /** Reads a page over plain HTTP, and when its scripts have yet to draw it, in the browser. */
  async function readAsNeeded(url: string, request: PageRequest, withBrowser: boolean): Promise<ReadPage | NotRead> {
    const read = await followPage(direct, url, request)
    if (!read.ok) return read
    const plain = pageOf('http', read)
    const { needsScript } = read.page
    if (needsScript === 'no') return plain
    if (!withBrowser) return needsScript === 'certainly' ? needsBrowser() : plain

    const render: PageSource = (at) => (at === url ? browser.render(read.document, request) : browser.fetch(at, request))
    const rendered = await readBy('browser', render, url, request)
    if (rendered.ok) return rendered.content.length > plain.content.length ? rendered : plain
    return needsScript === 'certainly' ? rendered : plain
  }

  async function readBy(name: SourceName, source: PageSource, url: string, request: PageRequest) {
    const read = await followPage(source, url, request)
    return read.ok ? pageOf(name, read) : read
  }

  /** Gets and reads one page, and where its meta refresh leads on, the page there. */
  async function followPage(source: PageSource, start: string, request: PageRequest): Promise<FollowedPage | NotRead> {
    for (let url = start; ; ) {
      const document = await source(url, request)
      if (!document.ok) return document
      const { finalUrl, linkBase, kind, charset, body } = document
      // The thread takes the bytes away, and a browser may want them yet.
      const bytes = kind === 'html' ? body.slice() : body
      const result = await readers.read({ bytes, kind, charset, url: linkBase ?? finalUrl }, request.signal)
      if (!result.ok) return { ok: false, reason: 'unreadable', detail: result.detail, retry: false }

      const { page } = result
      // What the scraping service rendered has led on already.
      if (!page.refresh || page.refresh === finalUrl || source === service.fetch) return { ok: true, document, page }
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
    available: () => ReaderName.options.filter((name) => name === 'auto' || name in sources()),
    crawlDelayMs: (url) => robots.crawlDelayMs(url),
    sitemaps: (url) => robots.sitemaps(url),
    mayRead,
    siteIndex: siteIndexReader({ fetch: { egress, userAgent }, robots }),
    async close() {
      await browser.close()
      await service.close()
      await readers.close()
    },
  }
}

function pageOf(readBy: SourceName, { document, page }: FollowedPage): ReadPage {
  const { finalUrl, robotsTag, etag, lastModified } = document
  const { title, content, language, canonical, alternates } = page
  const leftOut = page.leftOut.links > 0 || page.leftOut.text ? { leftOut: page.leftOut } : {}
  const noindex = page.noindex || asks(robotsTag, 'noindex')
  const links = asks(robotsTag, 'nofollow') ? page.links.map(({ url }) => ({ url, nofollow: true })) : page.links
  return { ok: true, finalUrl, title, content, language, links, canonical, ...(alternates && { alternates }), noindex, etag, lastModified, ...leftOut, readBy }
}

function tooManyRedirects(most: number, target: string) {
  return { ok: false, reason: 'redirect', detail: `More than ${most} redirects, the last to ${target}` } as const
}
