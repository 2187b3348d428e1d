import type { FetchedPage } from '#server/crawl/store/locate-page.ts'
import type { CrawlServices, PageStep, Prefetch } from './crawl-step.ts'
import { isRequestLimitReached } from './crawl-limits.ts'
import { readPage } from './read-page.ts'
import { delayAfter } from './schedule-next-step.ts'

/**
 * Starts to fetch the page after this one, so that the request runs while this page is stored. Undefined when it is not
 * certain which page comes next, or when that page must wait. The host still gets one request at a time. This page is
 * saved as a pending page first, so that a killed process fetches at most one page twice.
 */
export function prefetchPage(services: CrawlServices, step: PageStep, fetched: FetchedPage): Prefetch | undefined {
  const { crawl, page, pageAfter, lease } = step
  if (!lease.prefetching?.mayContinue()) return undefined
  if (!pageAfter || !isWithinLimits(step) || !isOrderCertain(step, fetched)) return undefined
  if (delayAfter(services, crawl, fetched.read.finalUrl) > 0) return undefined

  lease.prefetching.pendingPages.save(crawl.id, page, fetched.read)
  const controller = new AbortController()
  const signal = AbortSignal.any([lease.signal, controller.signal])
  const result = readPage(services, crawl, pageAfter, signal)
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

/** Both pages fit into the crawl and can be paid for. */
function isWithinLimits({ crawl, balance = 0 }: PageStep): boolean {
  return crawl.pagesCrawled + 2 <= crawl.maxPages && balance >= 2 && !isRequestLimitReached(crawl)
}

/** True when storing this page cannot put another page before `pageAfter`. */
function isOrderCertain({ crawl, page, pageAfter }: PageStep, { read, url, scope, canonical }: FetchedPage): boolean {
  // Links of `page` are one level deeper and were found later, so they cannot come before `pageAfter`.
  if (crawl.seedsPending || !pageAfter || pageAfter.depth > page.depth + 1) return false
  const isRedirected = url !== page.url || scope.host !== crawl.host || scope.protocol !== crawl.protocol
  const isDuplicate = canonical !== null || page.canonicalOf !== null
  return !isRedirected && !isDuplicate && !read.noindex && read.content !== ''
}
