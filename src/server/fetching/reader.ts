/** Results and options of the reader (create-reader.ts). */
import type { Country, ExtraHeader, ReaderName } from '#shared/crawl/crawl-settings.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { Detail, ErrorCode, MessageValues } from '#shared/errors.ts'
import type { FoundLink } from '#server/extraction/read-html.ts'
import type { FetchedDocument } from './page-source.ts'

export type ReadPage = {
  ok: true
  /** The address that answered, after redirects. */
  finalUrl: string
  title: string
  /** Main text as Markdown, without NUL and lone surrogates. */
  content: string
  /** BCP 47 tag or ''. */
  language: string
  links: FoundLink[]
  /** The page's canonical address, absolute. */
  canonical: string | null
  /** The page's addresses in other languages (hreflang), absolute. */
  alternates?: readonly string[]
  noindex: boolean
  etag: string | null
  lastModified: string | null
  /** True when the main text was probably cut badly. */
  uncertain?: true
  /** What was dropped because of a limit; absent when nothing was. */
  leftOut?: { links: number; text: boolean; scripts?: true }
  /** How many redirects led to the page; absent if unknown. */
  redirects?: number
  /** The source that delivered the page. */
  readBy: Exclude<ReaderName, 'auto'>
}

export type ReadFailure = {
  ok: false
  reason: SkipReason
  /** For the user: the status, the redirect target, the limit. */
  detail: Detail
  /** The site's HTTP status, if it is what failed. */
  status?: number
  /** True when a retry may succeed (429, 5xx, network failures). */
  retry: boolean
  /** From the Retry-After header. */
  retryAfterMs?: number
  /** True for a 304 response to a request with `since`. */
  notModified?: true
  /** Set when no other page can be read either: the crawl ends with this error. */
  fatal?: { code: ErrorCode; values?: MessageValues }
}

/** Decides whether a redirect to `url` may be followed. */
export type RedirectCheck = (url: string) => { ok: true } | { ok: false; reason: SkipReason; detail: Detail }

export type Validators = { etag: string | null; lastModified: string | null }

/** The bytes of a page as a source delivered them: enough to extract the page again. */
export type ArrivedDocument = { readBy: ReadPage['readBy']; document: FetchedDocument }

/** Counts requests, robots.txt, sitemaps and redirects included. */
export type RequestBudget = {
  left(): number
  /** False when none is left: the request must not be sent. */
  take(): boolean
}

/** The failure of a page that no request is left for. */
export const NO_REQUEST_LEFT: ReadFailure = { ok: false, reason: 'few-pages', detail: '', retry: false }

/** Runs `request` when the one before has ended. */
export type TakeTurn = <T>(request: () => Promise<T>) => Promise<T>

export type ReadOptions = {
  allowRedirect: RedirectCheck
  signal?: AbortSignal
  /** 0 for the first attempt; determines the time limit and country of the scraping service. */
  attempt?: number
  /** The reader setting of the crawl; the server's default when absent. */
  reader?: ReaderName
  /** Country of the scraping service; rotates when absent. */
  country?: Country | null
  /** Sent to `headersFor` only: never through the scraping service, never to another host after a redirect. */
  headers?: readonly ExtraHeader[]
  /** Validators of the stored page: the site need not send a page that has not changed. */
  since?: Validators
  /** Host and port (as in URL.host) that `headers` are for. */
  headersFor?: string
  /** Without it, requests are not limited. What a rendered page loads besides documents has limits of its own. */
  requests?: RequestBudget
  /** Every request to the site runs in it, so that pages can be extracted while the next one is requested. */
  takeTurn?: TakeTurn
  /** Called before a document is extracted. A page that is rendered or refreshed has several. */
  onArrival?: (arrived: ArrivedDocument) => void
  /** Extracted instead of a request for the page. */
  arrived?: ArrivedDocument | null
}
