/** Reads a page of a chat anew, as the crawl that found it would, and says what has become of it. */
import type { Difference } from '#shared/changes.ts'
import { hashContent } from '#server/crawl/content-hash.ts'
import { rulesOf } from '#server/crawl/link-rules.ts'
import { crawlScope, pageIdentity, scopeOf } from '#server/crawl/links.ts'
import { PAGE_MAX_MS } from '#server/crawl/read-page.ts'
import { judgeRedirect, movesStart } from '#server/crawl/redirects.ts'
import { openHeaders } from '#server/crawl/sealed-headers.ts'
import type { NotRead, ReadOptions, ReadPage } from '#server/reader/reader.ts'
import type { CheckServices, PageInHand } from './check-services.ts'
import { comparePages } from './compare-pages.ts'

export type Found =
  | { state: 'unchanged'; etag?: string | null; lastModified?: string | null }
  | { state: 'changed'; read: ReadPage; contentHash: string; difference: Difference }
  | { state: 'gone'; detail: string }
  | { state: 'failed'; detail: string; retry: boolean; retryAfterMs?: number | undefined }

/** Rejects when `signal` is aborted, and for nothing that a site does. */
export async function readAgain(
  services: Pick<CheckServices, 'reader' | 'secrets'>,
  inHand: PageInHand,
  signal: AbortSignal,
): Promise<Found> {
  const { page } = inHand
  const tooLong = AbortSignal.timeout(PAGE_MAX_MS)
  const read = await services.reader.read(page.finalUrl, readingOf(services, inHand, AbortSignal.any([signal, tooLong])))
  signal.throwIfAborted()
  if (tooLong.aborted) return { state: 'failed', detail: 'Longer than four minutes', retry: false }
  if (!read.ok) return notReadAgain(read)
  if (!isSamePage(page.finalUrl, read.finalUrl)) return { state: 'gone', detail: `Leads to ${read.finalUrl}` }
  if (read.noindex) return { state: 'failed', detail: 'The page asks not to be indexed now', retry: false }
  if (read.content === '') return { state: 'failed', detail: 'The page has no text now', retry: false }

  const { etag, lastModified } = read
  const contentHash = hashContent(read.content)
  const difference = contentHash === page.contentHash ? null : comparePages(page.content, read.content)
  return difference ? { state: 'changed', read, contentHash, difference } : { state: 'unchanged', etag, lastModified }
}

function readingOf({ secrets }: Pick<CheckServices, 'secrets'>, { page, crawl, attempts }: PageInHand, signal: AbortSignal): ReadOptions {
  const scope = crawl ? scopeOf(crawl) : { ...crawlScope(page.finalUrl), pathPrefix: '' }
  return {
    signal,
    attempt: attempts,
    allowRedirect: (target) =>
      isSamePage(page.finalUrl, target) ? { ok: true } : judgeRedirect(scope, target, null, crawl ? rulesOf(crawl) : undefined),
    // What a page that its scripts draw says is not told by the document around it.
    ...(page.readBy === 'http' && { since: { etag: page.etag, lastModified: page.lastModified } }),
    ...(crawl && { reader: crawl.settings.reader, country: crawl.settings.country }),
    ...(crawl?.sealedHeaders && { headers: openHeaders(secrets, crawl.sealedHeaders), headersFor: crawl.host }),
  }
}

function notReadAgain({ notModified, reason, detail, retry, retryAfterMs }: NotRead): Found {
  if (notModified) return { state: 'unchanged' }
  const isGone = reason === 'redirect' || (reason === 'http-status' && /^(404|410)\b/.test(detail))
  return isGone ? { state: 'gone', detail } : { state: 'failed', detail: detail || reason, retry, retryAfterMs }
}

/** A site that has moved to https or www has the same pages there. */
function isSamePage(before: string, now: string): boolean {
  const pathOf = (address: string) => new URL(pageIdentity(address, { keepQuery: true })).pathname
  return URL.canParse(now) && movesStart(before, now) && pathOf(before) === pathOf(now)
}
