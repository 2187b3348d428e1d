import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import { endCrawl, finishWhenAnalysed } from '#server/crawl/end-crawl.ts'
import { msUntilRetry, nextDuePage } from '#server/crawl/links/frontier.ts'
import { seedFrontier } from '#server/crawl/links/seed-frontier.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import { locatePage } from '#server/crawl/store/locate-page.ts'
import { storePage } from '#server/crawl/store/store-page.ts'
import { isRequestLimitReached, reasonToStop } from './crawl-limits.ts'
import type { CountedRead, CrawlRow, CrawlServices, Lease, NextStep, PageStep, StepOutcome } from './crawl-step.ts'
import { handleReadFailure, handleStoreError } from './handle-failure.ts'
import { pauseHost } from './host-lock.ts'
import { prefetchPage } from './prefetch-page.ts'
import { readPage } from './read-page.ts'
import { scheduleNextStep } from './schedule-next-step.ts'

/**
 * One step of a crawl: fetches the next page and stores it, or ends the crawl, reads its sitemaps, or waits for a retry.
 * `next` is the outcome of the step before; without it the crawl is loaded from the database.
 */
export async function crawlNextPage(services: CrawlServices, lease: Lease, next?: NextStep): Promise<StepOutcome> {
  const loaded = next ?? (await loadStep(services.db, lease))
  if (!loaded) return 'ended'
  const step = { ...loaded, lease }
  const { crawl, page } = step
  if (crawl.stopRequested) {
    const error = { code: 'crawl.stopped' } as const
    return endCrawl(services, crawl, { status: 'stopped', rest: 'stopped', error, interruptedId: page?.id })
  }
  if (crawl.pagesCrawled >= crawl.maxPages) return finishWhenAnalysed(services, crawl, 'beyond-limit')
  if (isRequestLimitReached(crawl) && (page || (await msUntilRetry(services.db, crawl.id)) !== null)) {
    return finishWhenAnalysed(services, crawl, await reasonToStop(services.db, crawl))
  }
  // The start page comes first: its redirect may change the host of the crawl.
  if (crawl.seedsPending && page?.depth !== 0) return seedFrontier(services, step)
  return page ? crawlPage(services, { ...step, page }) : finishOrAwaitRetry(services, step)
}

async function loadStep(db: Db, { crawlId, workerId, prefetching }: Lease): Promise<NextStep | undefined> {
  const [crawl] = await db
    .select()
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
  if (!crawl?.nextStepAt) return undefined
  const page = await nextDuePage(db, crawlId)
  // A process that was killed before it could store this page has left it behind.
  const pending = page && prefetching?.pendingPages.take(crawlId, page)
  if (!pending) return { crawl, page }
  const result = Promise.resolve({ read: pending, requests: 1 })
  return { crawl, page, prefetch: { page, result, cancel: () => Promise.resolve() } }
}

async function finishOrAwaitRetry(services: CrawlServices, step: NextStep & { lease: Lease }): Promise<StepOutcome> {
  const waitMs = await msUntilRetry(services.db, step.crawl.id)
  if (waitMs === null) return finishWhenAnalysed(services, step.crawl)
  return services.db.transaction((tx) => scheduleNextStep(tx, step, { waitMs }))
}

async function crawlPage(services: CrawlServices, uncounted: PageStep): Promise<StepOutcome> {
  const { page, lease } = uncounted
  const { read, requests } = await fetchPage(services, uncounted)
  const crawl = { ...uncounted.crawl, requestCount: uncounted.crawl.requestCount + requests }
  const step = { ...uncounted, crawl }
  const siteDelayMs = services.reader.crawlDelayMs(page.fetchUrl)
  if (siteDelayMs > 0) await pauseHost(services.db, crawl.host, siteDelayMs)
  if (lease.signal.aborted) return 'later'
  return read.ok ? storeAndPrefetch(services, step, read) : handleReadFailure(services, step, read)
}

/** A withheld progress event is sent when the page takes longer than this. */
const PENDING_PROGRESS_DELAY_MS = 200

async function fetchPage(services: CrawlServices, step: PageStep): Promise<CountedRead> {
  const { crawl, page, lease, prefetch, isProgressPending } = step
  const timer = isProgressPending
    ? setTimeout(() => void sendPendingProgress(services, crawl), PENDING_PROGRESS_DELAY_MS)
    : undefined
  try {
    return await (prefetch?.result ?? readPage(services, crawl, page, lease.signal))
  } finally {
    clearTimeout(timer)
  }
}

async function sendPendingProgress({ db, log }: CrawlServices, crawl: CrawlRow) {
  await publishProgress(db, crawl).catch((error: unknown) =>
    log.warn({ err: error, crawlId: crawl.id }, 'failed to publish crawl progress'),
  )
}

/** Stores the page while the next one is fetched. The prefetch is cancelled unless the crawl continues with that page. */
async function storeAndPrefetch(services: CrawlServices, step: PageStep, read: ReadPage): Promise<StepOutcome> {
  const fetched = locatePage(step, read)
  const prefetch = prefetchPage(services, step, fetched)
  let isUsed = false
  try {
    const outcome = await storePage(services, step, fetched).catch((error: unknown) =>
      handleStoreError(services, step, error),
    )
    if (!prefetch || typeof outcome !== 'object' || outcome.page?.id !== prefetch.page.id) return outcome
    isUsed = true
    return { ...outcome, prefetch }
  } finally {
    if (!isUsed) await prefetch?.cancel()
  }
}
