/** The common interface of HTTP, browser and scraping service: address and rules in, bytes or failure out. */
import type { RedirectVerdict } from './follow-redirects.ts'
import type { ReadFailure, ReadOptions } from './reader.ts'

export type PageRequest = Omit<ReadOptions, 'allowRedirect' | 'reader' | 'arrived'> & {
  /** The address with which the read started. */
  start: string
  /** Must allow every address after the first. Combines the crawl's scope, the address guard and robots.txt. */
  allowRedirect: (url: string) => Promise<RedirectVerdict>
}

export type FetchedDocument = {
  ok: true
  /** The address that answered, after redirects. */
  finalUrl: string
  kind: 'html' | 'text'
  /** The bytes of the page after decompression. */
  body: Uint8Array<ArrayBuffer>
  /** The charset from the Content-Type header, '' when absent. */
  charset: string
  etag: string | null
  lastModified: string | null
  /** X-Robots-Tag directives that apply to this crawler, lower case, '' when there are none. */
  robotsTag: string
  /** The base for links when scripts have changed the page's address. */
  linkBase?: string
  /** Set when a limit kept the page from loading all its scripts and data before it was read. */
  isPartlyLoaded?: true
}

/** Never throws for what a site does. The caller has checked the first address. */
export type PageSource = (url: string, request: PageRequest) => Promise<FetchedDocument | ReadFailure>
