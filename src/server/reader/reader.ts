/** What the crawler asks of a reader: one address in, one page or the reason why not out. */
import type { SkipReason } from '#shared/crawls.ts'

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
  noindex: boolean
  etag: string | null
  lastModified: string | null
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
}

/** Says whether a redirect may be followed to `url`; a refusal names the reason. */
export type RedirectCheck = (url: string) => { ok: true } | { ok: false; reason: SkipReason; detail: string }

export type Reader = {
  read(url: string, options: { allowRedirect: RedirectCheck; signal?: AbortSignal }): Promise<ReadPage | NotRead>
}
