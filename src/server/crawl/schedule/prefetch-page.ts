import type { ReadPage } from '#server/fetching/reader.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'
import type { CrawlRow, CrawlServices, Lease, NextStep, Prefetch } from './crawl-step.ts'
import { readPage } from './read-page.ts'

type Current = {
  crawl: CrawlRow
  page: FrontierPage
  read: ReadPage
  previous: Pick<NextStep, 'pageAfter' | 'balance'>
}

/**
 * Fetches the page after `page` while `page` is stored; undefined when that page is not certain or must wait. The host
 * still gets one request at a time. `page` is saved as a pending page first, so that a killed process fetches at most
 * one page twice.
 */
export function prefetchPage(
  services: CrawlServices,
  lease: Lease,
  { crawl, page, read, previous }: Current,
): Prefetch | undefined {
  const { prefetch } = lease
  const { pageAfter, balance = 0 } = previous
  if (!prefetch || !pageAfter || !prefetch.mayContinue()) return undefined
  // Links of `page` are one level deeper and were found later, so they cannot come before `pageAfter`.
  if (crawl.seedsPending || pageAfter.depth > page.depth + 1) return undefined
  const isWithinLimits = crawl.pagesCrawled + 2 <= crawl.maxPages && balance >= 2
  if (!isWithinLimits) return undefined

  prefetch.pendingPages.save(crawl.id, page, read)
  const controller = new AbortController()
  const signal = AbortSignal.any([lease.signal, controller.signal])
  const result = readPage(services, { signal }, crawl, pageAfter)
  // The next step awaits `result`; until then a rejection has no handler.
  result.catch(() => undefined)
  return {
    page: pageAfter,
    result,
    async cancel() {
      controller.abort()
      await result.catch(() => undefined)
    },
  }
}
