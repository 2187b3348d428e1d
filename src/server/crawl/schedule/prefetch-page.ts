import type { FetchedPage } from '#server/crawl/store/locate-page.ts'
import { addressRoom, isRequestLimitReached } from './crawl-limits.ts'
import type { CrawlServices, PageStep, Prefetch } from './crawl-step.ts'
import { requestPage } from './read-page.ts'
import { delayAfter } from './schedule-next-step.ts'

/**
 * Starts to fetch the page after this one, so that the request runs while this page is stored. Undefined when it is not
 * certain which page comes next, or when that page must wait. The host still gets one request at a time. This page is
 * saved as a pending page first, so that a killed process fetches at most one page twice.
 */
export function prefetchPage(services: CrawlServices, step: PageStep, fetched: FetchedPage): Prefetch | undefined {
  const { crawl, page, ahead, lease } = step
  const [next] = ahead
  if (!next || !lease.readAhead?.mayContinue() || lease.unstored.isBroken) return undefined
  if (!isWithinLimits(step) || !isOrderCertain(step, fetched) || delayAfter(services, crawl, fetched.read.finalUrl) > 0)
    return undefined
  // Links of unstored pages are at least one level deeper and were found later, so they cannot come before `next`.
  if (next.depth > Math.min(page.depth, lease.unstored.lowestDepth) + 1) return undefined

  lease.readAhead.pendingPages.save(crawl.id, page, fetched.read)
  const controller = new AbortController()
  const result = requestPage(services, crawl, next, {
    ...lease,
    signal: AbortSignal.any([lease.signal, controller.signal]),
  })
  // The next step awaits `result`; until then a rejection has no handler.
  result.catch(() => undefined)
  return {
    page: next,
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

/** True when storing this page changes neither the crawl's scope nor any other page, nor cuts its links. */
export function isOrderCertain({ crawl, page }: PageStep, { read, url, scope, canonical }: FetchedPage): boolean {
  if (crawl.seedsPending || read.links.length >= addressRoom(crawl)) return false
  const isRedirected = url !== page.url || scope.host !== crawl.host || scope.protocol !== crawl.protocol
  return !isRedirected && canonical === null && page.canonicalOf === null
}
