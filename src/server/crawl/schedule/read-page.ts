import type { ReadFailure, RedirectCheck } from '#server/fetching/reader.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { scopeOf } from '#server/crawl/links/links.ts'
import { isStartPage, judgeRedirect } from '#server/crawl/links/redirects.ts'
import { openHeaders } from '#server/crawl/sealed-headers.ts'
import type { CountedRead, CrawlRow, CrawlServices, Lease } from './crawl-step.ts'

/** Longer than the limits of every reader; the scraping service takes 90 s, and 30 s more for each of three retries. */
export const PAGE_TIMEOUT_MS = 240_000

/** The page that a killed process has read but not stored, else a request for it. */
export async function requestPage(
  services: CrawlServices,
  crawl: CrawlRow,
  page: FrontierPage,
  { readAhead, signal }: Pick<Lease, 'readAhead' | 'signal'>,
): Promise<CountedRead> {
  const read = readAhead?.pendingPages.find(crawl.id, page)
  return read ? { read, requests: 1 } : readPage(services, crawl, page, signal)
}

/**
 * Fetches and extracts a page with the reader, country and headers of its crawl. Resolves immediately when `signal` is
 * aborted; ignore the result then.
 */
async function readPage(
  services: Pick<CrawlServices, 'reader' | 'secrets'>,
  crawl: CrawlRow,
  page: FrontierPage,
  signal: AbortSignal,
): Promise<CountedRead> {
  let requests = 1
  const allowRedirect = redirectRule(crawl, page)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), PAGE_TIMEOUT_MS)
  try {
    const { reader, country } = crawl.settings
    const result = await services.reader.read(page.fetchUrl, {
      allowRedirect(target) {
        requests++
        return allowRedirect(target)
      },
      signal: AbortSignal.any([signal, deadline.signal]),
      attempt: page.attempts,
      reader,
      country,
      ...(crawl.sealedHeaders && {
        headers: openHeaders(services.secrets, crawl.sealedHeaders),
        headersFor: crawl.host,
      }),
    })
    return { read: deadline.signal.aborted && !signal.aborted ? TIMED_OUT : result, requests }
  } finally {
    clearTimeout(timer)
  }
}

const TIMED_OUT: ReadFailure = { ok: false, reason: 'timeout', detail: { code: 'page-time-limit' }, retry: false }

/** A redirect must end at an address that the crawl may fetch; the redirect of the start page may change its host. */
function redirectRule(crawl: CrawlRow, page: FrontierPage): RedirectCheck {
  const movedFrom = isStartPage(crawl, page) ? page.fetchUrl : null
  return (target) => judgeRedirect(scopeOf(crawl), target, movedFrom, rulesOf(crawl))
}
