import type { ArrivedDocument } from '#server/fetching/reader.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { pageIdentity } from '#server/crawl/links/links.ts'
import type { FetchedPage } from '#server/crawl/store/locate-page.ts'
import { addressRoom, REQUESTS_PER_PAGE, isRequestLimitReached } from './crawl-limits.ts'
import type { CrawlServices, PageStep } from './crawl-step.ts'
import { startReading } from './read-page.ts'
import { delayAfter } from './schedule-next-step.ts'

/**
 * Starts to read the page after this one, as `lease.prefetch`, so that its request runs while this page is extracted and
 * stored. Does nothing when it is uncertain which page comes next, or when that page must wait. The host still gets one
 * request at a time. The bytes of this page are saved first, so that a killed process fetches at most one page twice.
 */
export function prefetchPage(services: CrawlServices, step: PageStep, arrived: ArrivedDocument) {
  const { crawl, page, ahead, lease } = step
  const { finalUrl } = arrived.document
  const [next] = ahead
  if (!next || lease.prefetch || lease.unstored.isBroken || !lease.readAhead?.mayContinue()) return
  if (!isWithinLimits(step) || delayAfter(services, crawl, finalUrl) > 0) return
  if (crawl.seedsPending || page.canonicalOf !== null || pageIdentity(finalUrl, rulesOf(crawl)) !== page.url) return
  // Links of this page and of unstored ones are at least one level deeper and were found later than `next`.
  if (next.depth > Math.min(page.depth, lease.unstored.lowestDepth) + 1) return
  if (lease.readAhead.pendingPages.save(crawl.id, page, arrived))
    lease.prefetch = startReading(services, crawl, next, lease)
}

/** Both pages fit into the crawl and can be paid for. */
function isWithinLimits({ crawl, balance = 0 }: PageStep): boolean {
  const requestCount = crawl.requestCount + REQUESTS_PER_PAGE
  return crawl.pagesCrawled + 2 <= crawl.maxPages && balance >= 2 && !isRequestLimitReached({ ...crawl, requestCount })
}

/** True when storing this page changes neither the crawl's scope nor any other page, nor cuts its links. */
export function isOrderCertain({ crawl, page }: PageStep, { read, url, scope, canonical }: FetchedPage): boolean {
  if (crawl.seedsPending || read.links.length >= addressRoom(crawl)) return false
  const isRedirected = url !== page.url || scope.host !== crawl.host || scope.protocol !== crawl.protocol
  return !isRedirected && canonical === null && page.canonicalOf === null
}
