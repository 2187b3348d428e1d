/** What the crawler asks of a reader: one address in, one page or the reason why not out. */
import type { Country, ExtraHeader, ReaderName } from '#shared/crawl-settings.ts'
import type { SkipReason } from '#shared/crawls.ts'
import type { ErrorCode, ErrorValues } from '#shared/errors.ts'

/** A link found on a page, absolute and http(s), as it was written there (resolved against the final address). */
export type FoundLink = {
  url: string
  nofollow: boolean
}

export type ReadPage = {
  ok: true
  /** The address that answered, after redirects. */
  finalUrl: string
  title: string
  /** Cleaned text as Markdown, free of NUL and lone surrogates. Empty for a page that only leads on to others. */
  content: string
  /** BCP 47 tag or ''. */
  language: string
  links: FoundLink[]
  /** The page's canonical address when it names one, absolute. */
  canonical: string | null
  /** The same page in other languages or for other countries (hreflang), absolute. */
  alternates?: readonly string[]
  noindex: boolean
  etag: string | null
  lastModified: string | null
  /** What a limit left out of a page that is too large to be kept whole; absent when nothing was. */
  leftOut?: { links: number; text: boolean }
  /** Which reader got it. */
  readBy: Exclude<ReaderName, 'auto'>
}

export type NotRead = {
  ok: false
  reason: SkipReason
  /** For a person to read: the status, the address it leads to, the limit. */
  detail: string
  /** True when trying again later may help (429, 5xx, network failures). */
  retry: boolean
  /** Milliseconds the site asked to wait (Retry-After), when it did. */
  retryAfterMs?: number
  /** True when the site answered that the page is as it was (304), which only `since` makes it do. */
  notModified?: true
  /** Set when no other page of any site could be read either: the crawl ends with these words. */
  fatal?: { code: ErrorCode; values?: ErrorValues }
}

/** Says whether a redirect may be followed to `url`; a refusal names the reason. */
export type RedirectCheck = (url: string) => { ok: true } | { ok: false; reason: SkipReason; detail: string }

export type Validators = { etag: string | null; lastModified: string | null }

export type ReadOptions = {
  allowRedirect: RedirectCheck
  signal?: AbortSignal
  /** 0 for the first try of this page; the scraping service's time limit and country follow it. */
  attempt?: number
  /** The reader asked for; the server's own choice when absent. */
  reader?: ReaderName
  /** Country of the scraping service; rotates when absent. */
  country?: Country | null
  /** Sent to `headersFor` only, never through the scraping service, never after a redirect elsewhere. */
  headers?: readonly ExtraHeader[]
  /** What the site said of the page when it was read before: it need not send what has not changed since. */
  since?: Validators
  /** Host and port (as in URL.host) that `headers` belong to. */
  headersFor?: string
}

export type Reader = {
  read(url: string, options: ReadOptions): Promise<ReadPage | NotRead>
}
