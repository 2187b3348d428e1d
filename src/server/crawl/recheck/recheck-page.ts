import type { Detail } from '#shared/errors.ts'
import type { Difference } from '#shared/crawl/changes.ts'
import { hashContent } from '#server/crawl/store/content-hash.ts'
import { type LinkRules, NO_RULES, rulesOf } from '#server/crawl/links/link-rules.ts'
import { crawlScope, pageIdentity, scopeOf } from '#server/crawl/links/links.ts'
import { PAGE_TIMED_OUT, PAGE_TIMEOUT_MS } from '#server/crawl/schedule/read-page.ts'
import { judgeRedirect, isSameSite } from '#server/crawl/links/redirects.ts'
import { openHeaders } from '#server/crawl/sealed-headers.ts'
import type { ReadFailure, ReadOptions, ReadPage } from '#server/fetching/reader.ts'
import type { CheckServices, OriginalCrawl, PageToCheck } from './check-step.ts'
import { comparePages } from './compare-pages.ts'

export type CheckResult =
  | { state: 'unchanged'; etag?: string | null; lastModified?: string | null; read?: ReadPage }
  | { state: 'changed'; read: ReadPage; contentHash: string; difference: Difference }
  | { state: 'gone'; detail: Detail }
  | { state: 'failed'; detail: Detail; retry: boolean; retryAfterMs?: number | undefined }

/**
 * Reads a stored page from its site again, with the settings of the crawl that found it, and compares both versions.
 * Rejects only when `signal` is aborted.
 */
export async function recheckPage(
  services: Pick<CheckServices, 'reader' | 'secrets'>,
  target: PageToCheck,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { page } = target
  const timeout = AbortSignal.timeout(PAGE_TIMEOUT_MS)
  const options = readOptions(services, target, AbortSignal.any([signal, timeout]))
  const read = await services.reader.read(page.finalUrl, options)
  signal.throwIfAborted()
  if (timeout.aborted) return failureResult(PAGE_TIMED_OUT)
  if (!read.ok) return failureResult(read)
  if (!isSamePage(page.finalUrl, read.finalUrl, rulesFor(target))) {
    return { state: 'gone', detail: { code: 'redirects-to', values: { url: read.finalUrl } } }
  }
  if (read.noindex) return { state: 'failed', detail: { code: 'now-noindex' }, retry: false }
  if (read.content === '') return { state: 'failed', detail: { code: 'now-empty' }, retry: false }

  const { etag, lastModified } = read
  const contentHash = hashContent(read.content)
  // Other text may say the same, for example with other spaces: then there is no difference.
  const difference = contentHash === page.contentHash ? null : comparePages(page.content, read.content)
  return difference
    ? { state: 'changed', read, contentHash, difference }
    : { state: 'unchanged', etag, lastModified, read }
}

function readOptions(
  { secrets }: Pick<CheckServices, 'secrets'>,
  target: PageToCheck,
  signal: AbortSignal,
): ReadOptions {
  const { page, crawl, attempts } = target
  // After its crawl was deleted, the page may move within its host.
  const scope = crawl ? scopeOf(crawl) : { ...crawlScope(page.finalUrl), pathPrefix: '' }
  const rules = rulesFor(target)
  // Not for rendered pages: their HTML can stay the same while their scripts load other text.
  const since = page.readBy === 'http' ? { etag: page.etag, lastModified: page.lastModified } : undefined
  return {
    signal,
    attempt: attempts,
    allowRedirect: (url) =>
      isSamePage(page.finalUrl, url, rules) ? { ok: true } : judgeRedirect(scope, url, { rules }),
    ...(since && { since }),
    ...(crawl && sourceOptions(secrets, crawl)),
  }
}

/** The reader, country and headers of a crawl. */
export function sourceOptions(secrets: CheckServices['secrets'], crawl: OriginalCrawl) {
  const { reader, country } = crawl.settings
  return {
    reader,
    country,
    ...(crawl.sealedHeaders && { headers: openHeaders(secrets, crawl.sealedHeaders), headersFor: crawl.host }),
  }
}

/** HTTP statuses of a page that no longer exists. */
const GONE_STATUSES: readonly (number | undefined)[] = [404, 410]

function failureResult({ notModified, reason, status, detail, retry, retryAfterMs }: ReadFailure): CheckResult {
  if (notModified) return { state: 'unchanged' }
  const isGone = reason === 'redirect' || GONE_STATUSES.includes(status)
  if (isGone) return { state: 'gone', detail }
  return { state: 'failed', detail: detail || { code: reason }, retry, retryAfterMs }
}

/** Of a page whose crawl was deleted: only a crawl that keeps queries stores an address with one. */
function rulesFor({ page, crawl }: PageToCheck): LinkRules {
  return crawl ? rulesOf(crawl) : { ...NO_RULES, keepQuery: page.url.includes('?') }
}

/**
 * True for the same path on the same site, and the same query if the crawl keeps queries. A change to https, or to or
 * from `www.`, does not count.
 */
function isSamePage(before: string, now: string, rules: LinkRules): boolean {
  const pathOf = (address: string) => {
    const { pathname, search } = new URL(pageIdentity(address, rules))
    return pathname + search
  }
  return URL.canParse(now) && isSameSite(before, now) && pathOf(before) === pathOf(now)
}
