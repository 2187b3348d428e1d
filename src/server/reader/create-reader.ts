/**
 * The reader of sites: asks robots.txt, gets the page the way that was chosen (plain HTTP, a browser, the scraping
 * service), and hands its bytes to a thread that reads them.
 */
import type { ReaderName } from '#shared/crawl-settings.ts'
import type { Egress } from './address.ts'
import { fetchPage } from './fetch-page.ts'
import { textFetcher } from './fetch-text.ts'
import { FETCH_LIMITS, type FetchLimits } from './follow-redirects.ts'
import { openPageReaders, type PageReadersOptions } from './page-readers.ts'
import type { PageRequest, PageSource } from './page-source.ts'
import { asks } from './read-html.ts'
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

export type ReaderOptions = {
  egress: Egress
  appUrl: string
  /** What a crawl that asks for no reader gets. */
  reader?: ReaderName
  /** Undefined without a key. */
  scrapingService?: Omit<ScrapingServiceOptions, 'egress'> | undefined
  limits?: Partial<FetchLimits>
  threads?: PageReadersOptions
}

const VERSION = '0.1'

/** Opens the readers. They own their threads and connections; `egress` stays the caller's to close. */
export function createReader({
  egress,
  appUrl,
  reader: preferred = 'auto',
  scrapingService,
  limits,
  threads,
}: ReaderOptions): SiteReader {
  const userAgent = `Readback/${VERSION} (+${appUrl}/help/robots)`
  const robots = createRobots({ fetchText: textFetcher({ egress, userAgent }), userAgent })
  const readers = openPageReaders(threads)
  const service = scrapingService ? openScrapingService({ egress, ...scrapingService }) : null
  const maxRedirects = limits?.maxRedirects ?? FETCH_LIMITS.maxRedirects

  const sources: Readonly<Record<SourceName, PageSource | null>> = {
    http: (url, { signal, allowRedirect, headers, headersFor }) =>
      fetchPage(url, { egress, userAgent, signal, limits, allowRedirect, siteHeaders: { headers, headersFor } }),
    browser: null,
    scrapingbee: service?.fetch ?? null,
  }

  async function mayRead(url: string, signal?: AbortSignal): Promise<{ ok: true } | NotRead> {
    const verdict = egress.judge(url)
    if (!verdict.ok) return { ...verdict, retry: false }
    // Our own manual is ours to read, and nothing else of this server is, robots.txt included.
    return egress.isOwnHelp(url) ? { ok: true } : robots.check(url, signal)
  }

  /** A crawl's own wish, else the server's, as far as each is set up here. */
  function choose(url: string, wish: ReaderName = 'auto'): SourceName {
    // No one else's server reaches our own manual, and it needs no browser.
    if (egress.isOwnHelp(url)) return 'http'
    const named = [wish, preferred].find((name) => name !== 'auto' && sources[name])
    if (named && named !== 'auto') return named
    return service ? 'scrapingbee' : 'http'
  }

  async function read(url: string, { reader, allowRedirect, ...options }: ReadOptions): Promise<ReadPage | NotRead> {
    const may = await mayRead(url, options.signal)
    if (!may.ok) return may

    let redirects = 0
    const request: PageRequest = {
      ...options,
      async allowRedirect(target) {
        redirects++
        if (redirects > maxRedirects) return tooManyRedirects(maxRedirects, target)
        const allowed = allowRedirect(target)
        return allowed.ok ? mayRead(target, options.signal) : allowed
      },
    }
    return readBy(choose(url, reader), url, request)
  }

  /** Gets and reads one page, and where its meta refresh leads on, the page there. */
  async function readBy(readBy: SourceName, start: string, request: PageRequest): Promise<ReadPage | NotRead> {
    let url = start
    for (;;) {
      const fetched = await (sources[readBy] ?? sources.http)?.(url, request)
      if (!fetched) throw new Error(`There is no reader ${readBy}`)
      if (!fetched.ok) return fetched

      const { finalUrl, kind, charset, etag, lastModified } = fetched
      const result = await readers.read({ bytes: fetched.body, kind, charset, url: finalUrl }, request.signal)
      if (!result.ok) return { ok: false, reason: 'unreadable', detail: result.detail, retry: false }

      const { page } = result
      if (page.refresh && page.refresh !== finalUrl && readBy === 'http') {
        const allowed = await request.allowRedirect(page.refresh)
        if (!allowed.ok) return { retry: false, ...allowed }
        url = page.refresh
        continue
      }
      const noindex = page.noindex || asks(fetched.robotsTag, 'noindex')
      const links = asks(fetched.robotsTag, 'nofollow')
        ? page.links.map((link) => ({ url: link.url, nofollow: true }))
        : page.links
      const { title, content, language, canonical } = page
      return { ok: true, finalUrl, title, content, language, links, canonical, noindex, etag, lastModified, readBy }
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
    available: () => ['auto', 'http', ...(service ? ['scrapingbee' as const] : [])],
    crawlDelayMs: (url) => robots.crawlDelayMs(url),
    sitemaps: (url) => robots.sitemaps(url),
    mayRead,
    siteIndex: siteIndexReader({ fetch: { egress, userAgent }, robots }),
    async close() {
      await service?.close()
      await readers.close()
    },
  }
}

function tooManyRedirects(most: number, target: string) {
  return { ok: false, reason: 'redirect', detail: `More than ${most} redirects, the last to ${target}` } as const
}
