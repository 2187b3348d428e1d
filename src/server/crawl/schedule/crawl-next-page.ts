/**
 * One step of a crawl: choose the next page, fetch it, and store it in one transaction together with its links, its
 * credit, the progress event and the due time of the next step. A process that dies loses at most the page it was
 * fetching.
 */
import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { OutOfCredits } from '#server/credits/charge-page.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isDatabaseBusy } from '#server/platform/db/errors.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { ReadFailure, ReadPage } from '#server/fetching/reader.ts'
import { endCrawl, finishWhenAnalysed } from '#server/crawl/end-crawl.ts'
import {
  type FrontierPage,
  markForRetry,
  markSkipped,
  msUntilRetry,
  nextDuePage,
} from '#server/crawl/links/frontier.ts'
import { seedFrontier } from '#server/crawl/links/seed-frontier.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import { storePage } from '#server/crawl/store/store-page.ts'
import type { CrawlRow, CrawlServices, Lease, NextStep, Prefetch, StepOutcome } from './crawl-step.ts'
import { pauseHost } from './host-lock.ts'
import { prefetchPage } from './prefetch-page.ts'
import { readPage } from './read-page.ts'
import { MAX_RETRIES, retryDelayMs } from './retry-delay.ts'
import { scheduleNextStep } from './schedule-next-step.ts'

/** A withheld progress event is sent when the next page takes longer than this. */
const PENDING_PROGRESS_DELAY_MS = 200

/** `previous` is the outcome of the step before; without it the crawl is loaded from the database. */
export async function crawlNextPage(services: CrawlServices, lease: Lease, previous?: NextStep): Promise<StepOutcome> {
  const { db } = services
  const crawl = previous ? previous.crawl : await loadLeasedCrawl(db, lease)
  if (!crawl) return 'ended'
  if (crawl.stopRequested)
    return endCrawl(services, crawl, { status: 'stopped', rest: 'stopped', error: { code: 'crawl.stopped' } })
  if (crawl.pagesCrawled >= crawl.maxPages) return finishWhenAnalysed(services, crawl, 'beyond-limit')

  const page = previous ? previous.page : await nextDuePage(db, crawl.id)
  // The start page comes first: its redirect may change the host of the crawl.
  if (crawl.seedsPending && page?.depth !== 0) return seedFrontier(services, lease, crawl)
  if (!page) {
    const waitMs = await msUntilRetry(db, crawl.id)
    if (waitMs === null) return finishWhenAnalysed(services, crawl)
    return db.transaction((tx) => scheduleNextStep(tx, crawl, { waitMs }))
  }

  const read = await fetchOrResume(services, lease, crawl, page, previous)
  const siteDelayMs = services.reader.crawlDelayMs(page.fetchUrl)
  if (siteDelayMs > 0) await pauseHost(db, crawl.host, siteDelayMs)
  if (lease.signal.aborted) return 'later'
  if (!read.ok && read.fatal) {
    return endCrawl(services, crawl, { status: 'failed', rest: 'stopped', error: read.fatal })
  }
  if (!read.ok) return retryOrSkip(services, crawl, page, read)
  return storeAndPrefetch(services, lease, crawl, page, read, previous)
}

async function loadLeasedCrawl(db: Db, { crawlId, workerId }: Lease): Promise<CrawlRow | undefined> {
  const [crawl] = await db
    .select()
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
  return crawl && crawl.nextStepAt ? crawl : undefined
}

/** Fetches the page, or takes it from a prefetch or from a process that was killed before it could store the page. */
async function fetchOrResume(
  services: CrawlServices,
  lease: Lease,
  crawl: CrawlRow,
  page: FrontierPage,
  previous?: NextStep,
): Promise<ReadPage | ReadFailure> {
  const timer = previous?.isProgressPending
    ? setTimeout(() => void sendPendingProgress(services, crawl), PENDING_PROGRESS_DELAY_MS)
    : undefined
  try {
    if (previous?.prefetch?.page.id === page.id) return await previous.prefetch.result
    const pending = previous ? null : lease.prefetch?.pendingPages.take(crawl.id, page)
    return pending ?? (await readPage(services, lease, crawl, page))
  } finally {
    clearTimeout(timer)
  }
}

async function sendPendingProgress({ db, log }: CrawlServices, crawl: CrawlRow) {
  await publishProgress(db, crawl).catch((error: unknown) =>
    log.warn({ err: error, crawlId: crawl.id }, 'failed to publish crawl progress'),
  )
}

async function storeAndPrefetch(
  services: CrawlServices,
  lease: Lease,
  crawl: CrawlRow,
  page: FrontierPage,
  read: ReadPage,
  previous?: NextStep,
): Promise<StepOutcome> {
  let prefetch: Prefetch | undefined
  const onContinue = () => {
    if (previous) prefetch = prefetchPage(services, lease, { crawl, page, read, previous })
  }
  try {
    const outcome = await storePage(services, lease, { crawl, page, read, previous, onContinue })
    if (!prefetch || typeof outcome !== 'object' || outcome.page?.id !== prefetch.page.id) return outcome
    const next = { ...outcome, prefetch }
    prefetch = undefined
    return next
  } catch (error) {
    if (error instanceof OutOfCredits) {
      return endCrawl(services, crawl, { status: 'failed', rest: 'no-credits', error: { code: 'credits.ran-out' } })
    }
    // The crawl loop retries while the database is unavailable. A page that the database rejects must not block the
    // crawl.
    if (isDatabaseBusy(error)) throw error
    services.log.error({ err: error, crawlId: crawl.id, frontierId: page.id }, 'failed to store a page')
    const isChargeFailure = error instanceof AppError && error.code === 'credits.deduct-failed'
    if (isChargeFailure && page.attempts >= MAX_RETRIES) {
      // No other page could be charged either: the rest stays unread until the owner continues the crawl.
      await markSkipped(services.db, page.id, 'unreadable', error.message)
      return endCrawl(services, crawl, { status: 'failed', rest: 'stopped', error: { code: 'credits.deduct-retry' } })
    }
    return retryOrSkip(
      services,
      crawl,
      page,
      isChargeFailure ? { ...NOT_STORED, detail: { code: error.code, values: error.values } } : NOT_STORED,
    )
  } finally {
    await prefetch?.cancel()
  }
}

const NOT_STORED: ReadFailure = { ok: false, reason: 'unreadable', detail: { code: 'not-saved' }, retry: true }

async function retryOrSkip(
  services: CrawlServices,
  crawl: CrawlRow,
  page: FrontierPage,
  failure: ReadFailure,
): Promise<StepOutcome> {
  return services.db.transaction(async (tx) => {
    if (failure.retry && page.attempts < MAX_RETRIES) {
      await markForRetry(tx, page, retryDelayMs(services, page.attempts, failure.retryAfterMs), failure.detail)
    } else {
      await markSkipped(tx, page.id, failure.reason, failure.detail)
    }
    const waitMs = Math.max(services.politeDelayMs(page.fetchUrl), crawl.settings.delayMs)
    return scheduleNextStep(tx, crawl, { waitMs })
  })
}
