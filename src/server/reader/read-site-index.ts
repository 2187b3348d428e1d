/**
 * What a site says of its own pages: its sitemaps (named in robots.txt, or at /sitemap.xml; also gzipped and
 * indexed) and its /llms.txt. Within limits that no site can exceed; what cannot be read is left out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchIndexFile } from './fetch-index-file.ts'
import type { FetchOptions } from './follow-redirects.ts'
import { markdownLinks } from './markdown-links.ts'
import { sitemapParser } from './parse-sitemap.ts'
import type { Robots } from './robots.ts'

export type IndexedAddress = {
  /** Absolute, http(s), as written. */
  url: string
  /** The words that llms.txt has for it, '' for those of a sitemap. */
  title: string
  from: 'sitemap' | 'llms.txt'
}

export type SiteIndex = {
  /** Without repeats, llms.txt first, then the sitemaps in the order they were named. */
  addresses: IndexedAddress[]
  /** The sitemap files that were read. */
  sitemaps: string[]
}

/** `keep` says which addresses are wanted; those of the same host when absent. An abort ends it with what is found. */
export type ReadSiteIndex = (
  url: string,
  options?: { signal?: AbortSignal; keep?: (address: string) => boolean },
) => Promise<SiteIndex>

const MAX_ADDRESSES = 10_000
const MAX_FILES = 50
/** "… must be no larger than 50MB (52,428,800 bytes)" uncompressed (https://www.sitemaps.org/protocol.html). */
const SITEMAP_MAX_BYTES = 52_428_800
const LLMS_MAX_BYTES = 1_000_000
const FILE_MS = 20_000
const TOTAL_MS = 60_000

type Tools = { fetch: Omit<FetchOptions, 'limits' | 'signal'>; robots: Robots }

/** Opens the reader of site indexes; all its requests go through `fetch.egress`. */
export function siteIndexReader({ fetch, robots }: Tools): ReadSiteIndex {
  return async (start, { signal, keep = sameHost(start) } = {}) => {
    const { origin } = new URL(start)
    const deadline = AbortSignal.timeout(TOTAL_MS)
    const either = signal ? AbortSignal.any([deadline, signal]) : deadline
    const found = new Map<string, IndexedAddress>()
    const sitemaps: string[] = []
    const options = { ...fetch, signal: either, limits: { totalMs: FILE_MS } }

    function add(address: string, base: string, title: string, from: IndexedAddress['from']) {
      const url = URL.parse(address, base)
      if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return
      url.hash = ''
      if (found.size < MAX_ADDRESSES && !found.has(url.href) && keep(url.href)) found.set(url.href, { url: url.href, title, from })
    }

    async function readLlms(url: string) {
      let text = ''
      const file = await fetchIndexFile(url, options, LLMS_MAX_BYTES, (piece) => ((text += piece), true))
      if (!file.ok || file.contentType.includes('html')) return
      for (const { title, address } of markdownLinks(text)) add(address, file.finalUrl, title, 'llms.txt')
    }

    async function readSitemap(url: string): Promise<string[]> {
      const further: string[] = []
      let base = url
      const parser = sitemapParser({
        onPage: (address) => add(address, base, '', 'sitemap'),
        onSitemap: (address) => further.push(URL.parse(address, base)?.href ?? ''),
      })
      const file = await fetchIndexFile(url, options, SITEMAP_MAX_BYTES, (piece, { finalUrl }) => {
        base = finalUrl
        return parser.write(piece) && found.size < MAX_ADDRESSES
      })
      parser.end()
      if (file.ok && parser.isSitemap()) sitemaps.push(url)
      return further.filter((address) => URL.canParse(address))
    }

    const mayRead = async (url: string) => (await robots.check(url, either)).ok

    try {
      if (await mayRead(`${origin}/llms.txt`)) await readLlms(`${origin}/llms.txt`)
      const named = robots.sitemaps(start)
      const queue = new Set([...named, `${origin}/sitemap.xml`].slice(0, MAX_FILES))
      // A set that is walked while it grows: each file is read once, also where indexes name each other.
      for (const url of queue) {
        if (either.aborted || found.size >= MAX_ADDRESSES) break
        if (!named.includes(url) && !(await mayRead(url))) continue
        const pauseMs = robots.crawlDelayMs(start)
        if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: either })
        for (const next of await readSitemap(url)) if (queue.size < MAX_FILES) queue.add(next)
      }
    } catch (error) {
      if (!either.aborted) throw error
    }
    return { addresses: [...found.values()], sitemaps }
  }
}

function sameHost(start: string) {
  const { host } = new URL(start)
  return (address: string) => new URL(address).host === host
}
