/** Reads the page in hand as its crawl asks for it: with its reader, country and headers, and never for ever. */
import type { NotRead, ReadPage, RedirectCheck } from '#server/reader/reader.ts'
import type { FrontierPage } from './frontier.ts'
import { rulesOf } from './link-rules.ts'
import { scopeOf } from './links.ts'
import { judgeRedirect } from './redirects.ts'
import { openHeaders } from './sealed-headers.ts'
import type { CrawlRow, CrawlServices, Lease } from './step.ts'

/** Beyond any reader's own limits (the scraping service's are 90 s and 30 s more for each of three retries). */
export const PAGE_MAX_MS = 240_000

/** Lets go at once when `lease.signal` is aborted; the answer is then of no account. */
export async function readPage(
  services: Pick<CrawlServices, 'reader' | 'secrets'>,
  lease: Pick<Lease, 'signal'>,
  crawl: CrawlRow,
  page: FrontierPage,
): Promise<ReadPage | NotRead> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), PAGE_MAX_MS)
  try {
    const { reader, country } = crawl.settings
    const read = services.reader.read(page.fetchUrl, {
      allowRedirect: redirectRule(crawl, page),
      signal: AbortSignal.any([lease.signal, deadline.signal]),
      attempt: page.attempts,
      reader,
      country,
      ...(crawl.sealedHeaders && { headers: openHeaders(services.secrets, crawl.sealedHeaders), headersFor: crawl.host }),
    })
    const result = await read
    return deadline.signal.aborted && !lease.signal.aborted ? TOO_LONG : result
  } finally {
    clearTimeout(timer)
  }
}

const TOO_LONG: NotRead = { ok: false, reason: 'timeout', detail: 'Longer than four minutes', retry: false }

/** A redirect must end at an address that this crawl may read; the start page may move the start. */
function redirectRule(crawl: CrawlRow, page: FrontierPage): RedirectCheck {
  const isStart = page.depth === 0 && crawl.pagesCrawled === 0
  return (target) => judgeRedirect(scopeOf(crawl), target, isStart ? page.fetchUrl : null, rulesOf(crawl))
}
