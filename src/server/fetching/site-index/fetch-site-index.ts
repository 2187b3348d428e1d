/** A site's own list of its pages: sitemaps (named in robots.txt, or /sitemap.xml) and /llms.txt. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FetchOptions } from '#server/fetching/follow-redirects.ts'
import { fetchIndexFile } from './fetch-index-file.ts'
import { markdownLinks } from './markdown-links.ts'
import { createSitemapParser } from './parse-sitemap.ts'
import type { RequestBudget } from '#server/fetching/reader.ts'
import type { Robots } from './robots.ts'

export type IndexedAddress = {
  /** Absolute, http(s), without fragment. */
  url: string
  /** The link text from llms.txt, '' for sitemaps. */
  title: string
  from: 'sitemap' | 'llms.txt'
}

export type SiteIndex = {
  /** Without duplicates: llms.txt first, then the sitemaps in the order they were named. */
  addresses: IndexedAddress[]
  /** The sitemap files that were read. */
  sitemaps: string[]
}

/**
 * Files that cannot be read, or that no request is left for, are skipped. `keep` selects addresses; by default those on
 * the same host. After an abort, resolves with what has been found so far.
 */
export type FetchSiteIndex = (
  url: string,
  options?: { signal?: AbortSignal; requests?: RequestBudget; keep?: (address: string) => boolean },
) => Promise<SiteIndex>

const MAX_ADDRESSES = 10_000
const MAX_FILES = 50
/** The protocol's limit for an uncompressed file, 50 MiB (https://www.sitemaps.org/protocol.html). */
const SITEMAP_MAX_BYTES = 52_428_800
const LLMS_MAX_BYTES = 1_000_000
const FILE_TIMEOUT_MS = 20_000
const TOTAL_TIMEOUT_MS = 60_000

type Dependencies = { fetch: Omit<FetchOptions, 'limits' | 'signal'>; robots: Robots }

export function createSiteIndexFetcher({ fetch, robots }: Dependencies): FetchSiteIndex {
  return async (start, { signal, requests, keep = isSameHost(start) } = {}) => {
    const deadline = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
    const stop = signal ? AbortSignal.any([deadline, signal]) : deadline
    const search: Search = {
      start,
      robots,
      options: { ...fetch, signal: stop, requests, limits: { totalMs: FILE_TIMEOUT_MS } },
      stop,
      requests,
      keep,
      found: new Map(),
      sitemaps: [],
    }
    try {
      await readLlmsTxt(search)
      await readSitemaps(search)
    } catch (error) {
      if (!stop.aborted) throw error
    }
    return { addresses: [...search.found.values()], sitemaps: search.sitemaps }
  }
}

type Search = {
  start: string
  robots: Robots
  options: FetchOptions
  stop: AbortSignal
  requests: RequestBudget | undefined
  keep: (address: string) => boolean
  /** By address. */
  found: Map<string, IndexedAddress>
  sitemaps: string[]
}

async function readLlmsTxt(search: Search) {
  const url = `${new URL(search.start).origin}/llms.txt`
  if (!(await isAllowed(search, url))) return
  let text = ''
  const file = await fetchIndexFile(url, search.options, LLMS_MAX_BYTES, (chunk) => {
    text += chunk
    return true
  })
  if (!file.ok || file.contentType.includes('html')) return
  for (const { title, address } of markdownLinks(text)) addAddress(search, address, file.finalUrl, title, 'llms.txt')
}

async function readSitemaps(search: Search) {
  const { start, robots, stop, requests, found } = search
  const named = robots.sitemaps(start)
  const usual = `${new URL(start).origin}/sitemap.xml`
  const queue = new Set([...named, usual].slice(0, MAX_FILES))
  // Iterating over a growing set reads each file once, even when sitemaps refer to each other.
  for (const url of queue) {
    if (stop.aborted || found.size >= MAX_ADDRESSES || requests?.left() === 0) break
    if (!named.includes(url) && !(await isAllowed(search, url))) continue
    const delayMs = robots.crawlDelayMs(start)
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: stop })
    for (const next of await readSitemap(search, url)) {
      if (queue.size < MAX_FILES) queue.add(next)
    }
  }
}

/** Returns the sitemaps that this one refers to. */
async function readSitemap(search: Search, url: string): Promise<string[]> {
  const nested: string[] = []
  let base = url
  const parser = createSitemapParser({
    onPage: (address) => addAddress(search, address, base, '', 'sitemap'),
    onSitemap: (address) => nested.push(URL.parse(address, base)?.href ?? ''),
  })
  const file = await fetchIndexFile(url, search.options, SITEMAP_MAX_BYTES, (chunk, { finalUrl }) => {
    base = finalUrl
    return parser.write(chunk) && search.found.size < MAX_ADDRESSES
  })
  parser.end()
  if (file.ok && parser.isSitemap()) search.sitemaps.push(url)
  return nested.filter((address) => URL.canParse(address))
}

async function isAllowed({ robots, stop, requests }: Search, url: string): Promise<boolean> {
  return (await robots.check(url, stop, requests)).ok
}

function addAddress(
  { found, keep }: Search,
  address: string,
  base: string,
  title: string,
  from: IndexedAddress['from'],
) {
  const url = URL.parse(address, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return
  url.hash = ''
  const { href } = url
  if (found.size < MAX_ADDRESSES && !found.has(href) && keep(href)) found.set(href, { url: href, title, from })
}

function isSameHost(start: string) {
  const { host } = new URL(start)
  return (address: string) => new URL(address).host === host
}
