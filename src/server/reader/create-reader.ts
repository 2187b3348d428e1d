/** The reader of sites: asks robots.txt, fetches over plain HTTP, and hands the bytes to a thread that reads them. */
import type { Egress } from './address.ts'
import { fetchPage } from './fetch-page.ts'
import { textFetcher } from './fetch-text.ts'
import type { FetchLimits } from './follow-redirects.ts'
import { openPageReaders, type PageReadersOptions } from './page-readers.ts'
import { asks } from './read-html.ts'
import type { NotRead, Reader, ReadPage } from './reader.ts'
import { createRobots } from './robots.ts'

export type SiteReader = Reader & {
  /** The wait that the robots.txt of this address's site asks for, 0 when it asks for none. */
  crawlDelayMs(url: string): number
  /** The sitemaps that the robots.txt of this address's site names. */
  sitemaps(url: string): string[]
  close(): Promise<void>
}

export type ReaderOptions = {
  egress: Egress
  appUrl: string
  limits?: Partial<FetchLimits>
  threads?: PageReadersOptions
}

const VERSION = '0.1'

/** Opens the direct reader. It owns its threads; `egress` stays the caller's to close. */
export function createReader({ egress, appUrl, limits, threads }: ReaderOptions): SiteReader {
  const userAgent = `Readback/${VERSION} (+${appUrl}/help/robots)`
  const robots = createRobots({ fetchText: textFetcher({ egress, userAgent }), userAgent })
  const readers = openPageReaders(threads)

  async function mayRead(url: string, signal?: AbortSignal): Promise<{ ok: true } | NotRead> {
    const verdict = egress.judge(url)
    if (!verdict.ok) return { ...verdict, retry: false }
    // Our own manual is ours to read, and nothing else of this server is, robots.txt included.
    return egress.isOwnHelp(url) ? { ok: true } : robots.check(url, signal)
  }

  async function read(
    url: string,
    { allowRedirect, signal }: Parameters<Reader['read']>[1],
  ): Promise<ReadPage | NotRead> {
    const may = await mayRead(url, signal)
    if (!may.ok) return may

    const fetched = await fetchPage(url, {
      egress,
      userAgent,
      signal,
      limits,
      allowRedirect: async (target) => {
        const allowed = allowRedirect(target)
        return allowed.ok ? mayRead(target, signal) : allowed
      },
    })
    if (!fetched.ok) return fetched

    const { finalUrl, kind, charset, etag, lastModified } = fetched
    const result = await readers.read({ bytes: fetched.body, kind, charset, url: finalUrl }, signal)
    if (!result.ok) return { ok: false, reason: 'unreadable', detail: result.detail, retry: false }

    const { page } = result
    const noindex = page.noindex || asks(fetched.robotsTag, 'noindex')
    const links = asks(fetched.robotsTag, 'nofollow')
      ? page.links.map(({ url }) => ({ url, nofollow: true }))
      : page.links
    const { title, content, language, canonical } = page
    return { ok: true, finalUrl, title, content, language, links, canonical, noindex, etag, lastModified, readBy: 'http' }
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
    crawlDelayMs: (url) => robots.crawlDelayMs(url),
    sitemaps: (url) => robots.sitemaps(url),
    close: () => readers.close(),
  }
}
