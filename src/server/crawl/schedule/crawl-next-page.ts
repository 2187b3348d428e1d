import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { endCrawl, finishWhenAnalyzed } from '#server/crawl/end-crawl.ts'
import { nextDuePage, nextRetry } from '#server/crawl/links/frontier.ts'
import { seedFrontier } from '#server/crawl/links/seed-frontier.ts'
import { publishProgress } from '#server/crawl/publish-progress.ts'
import { type FetchedPage, locatePage } from '#server/crawl/store/locate-page.ts'
import { addressRoom, reasonToStop, REQUESTS_PER_PAGE, requestsOf } from './crawl-budget.ts'
import type { CrawlRow, CrawlServices, CrawlRun, NextStep, PageStep, StepOutcome } from './crawl-step.ts'
import { handleReadFailure } from './handle-failure.ts'
import { pauseHost } from './host-lock.ts'
import { startReading } from './read-page.ts'
import { scheduleNextStep, shownPause, delayAfter } from './schedule-next-step.ts'
import type { ArrivedDocument } from '#server/fetching/reader.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { pageIdentity } from '#server/crawl/links/links.ts'

/**
 * One step of a crawl: fetches the next page and stores it, or ends the crawl, reads its sitemaps, or waits for a
 * retry. `next` is the outcome of the step before; without it the crawl is loaded from the database.
 */
export async function crawlNextPage(services: CrawlServices, run: CrawlRun, next?: NextStep): Promise<StepOutcome> {
  const loaded = next ?? (await loadStep(services.db, run))
  if (!loaded) return 'ended'
  const step = { ...loaded, run }
  const { crawl, page } = step
  if (crawl.stopRequested) {
    const error = crawl.error ?? { code: 'crawl.stopped' as const }
    return endCrawl(services, crawl, { status: 'stopped', skipReason: 'stopped', error, interruptedId: page?.id })
  }
  if (crawl.pagesCrawled >= crawl.maxPages) return finishWhenAnalyzed(services, crawl, 'beyond-limit')
  const isAtRequestLimit = requestsOf(run, crawl).left() < REQUESTS_PER_PAGE
  if (isAtRequestLimit && (page || (await nextRetry(services.db, crawl.id)) !== null))
    return stopLooking(services, crawl)
  // The start page comes first: its redirect may change the host of the crawl.
  if (crawl.seedsPending && page?.depth !== 0) return seedFrontier(services, step)
  return page ? crawlPage(services, { ...step, page }) : finishOrAwaitRetry(services, step)
}

async function loadStep(db: Db, { crawlId, workerId, readAhead }: CrawlRun): Promise<NextStep | undefined> {
  const [crawl] = await db
    .select()
    .from(crawls)
    .where(and(eq(crawls.id, crawlId), eq(crawls.leasedBy, workerId)))
  if (!crawl?.nextStepAt) return undefined
  readAhead?.pendingPages.rescan()
  return { crawl, page: await nextDuePage(db, crawlId), ahead: [] }
}

async function stopLooking(services: CrawlServices, crawl: CrawlRow): Promise<StepOutcome> {
  return finishWhenAnalyzed(services, crawl, await reasonToStop(services.db, crawl))
}

async function finishOrAwaitRetry(services: CrawlServices, step: NextStep & { run: CrawlRun }): Promise<StepOutcome> {
  const retry = await nextRetry(services.db, step.crawl.id)
  if (!retry) return finishWhenAnalyzed(services, step.crawl)
  const { ms, ...waiting } = retry
  const pause = shownPause(ms, { code: 'retry', ...waiting })
  return services.db.transaction((tx) => scheduleNextStep(tx, { step, ...pause }))
}

async function crawlPage(services: CrawlServices, uncounted: PageStep): Promise<StepOutcome> {
  const { page, run } = uncounted
  const read = await readAndPrefetch(services, uncounted)
  const crawl = { ...uncounted.crawl, requestCount: requestsOf(run, uncounted.crawl).used() }
  const step = { ...uncounted, crawl }
  const siteDelayMs = services.reader.crawlDelayMs(page.fetchUrl)
  if (siteDelayMs > 0) await pauseHost(services.db, crawl.host, siteDelayMs)
  if (run.signal.aborted) return 'later'
  const fetched = read.ok ? locatePage(step, read) : null
  if (fetched && isOrderCertain(step, fetched)) return storePage(services, step, fetched)

  // The page may change what the unstored pages assume.
  const settled = await settle(step)
  if (!settled) return 'later'
  if (read.ok) return storePage(services, settled, locatePage(settled, read))
  return read.reason === 'few-pages' ? stopLooking(services, settled.crawl) : handleReadFailure(services, settled, read)
}

/** Waits until the pages before this one are stored. Null when one of them was not, or ended the crawl. */
async function settle(step: PageStep): Promise<PageStep | null> {
  if (!step.isExpected) return step
  const { writer, unstored } = step.run
  writer.flush()
  await Promise.all(unstored.settled)
  if (unstored.isBroken || !unstored.latest) return null
  const { crawl, balance } = unstored.latest
  return { ...step, isExpected: false, crawl: { ...crawl, requestCount: step.crawl.requestCount }, balance }
}

/** A withheld progress event is sent when the page takes longer than this. */
const PENDING_PROGRESS_DELAY_MS = 200

/** Reads the page of the step. As soon as the host has sent it, the next page is requested. */
async function readAndPrefetch(services: CrawlServices, step: PageStep) {
  const { run } = step
  const timer = setTimeout(() => void sendWithheldProgress(services, run), PENDING_PROGRESS_DELAY_MS)
  try {
    const reading = takePrefetch(step) ?? startReading(services, step.crawl, step.page, run)
    const arrived = await reading.arrived
    if (arrived) prefetchPage(services, step, arrived)
    return await reading.result
  } finally {
    clearTimeout(timer)
  }
}

function takePrefetch({ page, run }: PageStep) {
  const { prefetch } = run
  if (prefetch?.page.id !== page.id) return undefined
  run.prefetch = undefined
  return prefetch
}

async function sendWithheldProgress({ db, log }: CrawlServices, run: CrawlRun) {
  const { withheld } = run
  run.withheld = undefined
  if (!withheld) return
  await publishProgress(db, withheld).catch((error: unknown) =>
    log.warn({ err: error, crawlId: withheld.id }, 'failed to publish crawl progress'),
  )
}

/** Two groups of the page writer: one is stored while the next one is read. */
const MAX_UNSTORED = 64

/**
 * Stores the page. While it is stored, the crawl continues with the page that is being read already, if that is certain
 * to be the next one; otherwise the crawl waits for the outcome.
 */
async function storePage(services: CrawlServices, step: PageStep, fetched: FetchedPage): Promise<StepOutcome> {
  const { crawl, balance = 0, ahead, page, run } = step
  const { settled } = run.unstored
  if (settled.length >= MAX_UNSTORED) await settled[0]
  const next = isOrderCertain(step, fetched) ? run.prefetch?.page : undefined
  const stored = run.writer.store(step, fetched, next)
  keepUnstored(step, stored)
  if (!next) return stored
  const { pagesCrawled, addressCount } = crawl
  return {
    crawl: {
      ...crawl,
      pagesCrawled: pagesCrawled + 1,
      // At most.
      addressCount: addressCount + fetched.read.links.length,
    },
    isExpected: true,
    page: next,
    ahead: ahead.slice(1),
    balance: services.isFree(page.url) ? balance : balance - 1,
  }
}

function keepUnstored({ page, run }: PageStep, stored: Promise<StepOutcome>) {
  const { unstored, readAhead, crawlId } = run
  const settled = stored.then(
    (outcome) => {
      readAhead?.pendingPages.remove(crawlId, page)
      if (typeof outcome === 'object') unstored.latest = outcome
      return outcome !== 'ended'
    },
    () => false,
  )
  unstored.settled.push(settled)
  unstored.lowestDepth = Math.min(unstored.lowestDepth, page.depth)
  void settled.then((isOpen) => {
    unstored.isBroken ||= !isOpen
    unstored.settled.splice(unstored.settled.indexOf(settled), 1)
    if (unstored.settled.length === 0) unstored.lowestDepth = Infinity
  })
}

/**
 * Starts to read the page after this one, as `run.prefetch`, so that its request runs while this page is extracted and
 * stored. Does nothing when it is uncertain which page comes next, or when that page must wait. The host still gets one
 * request at a time. The bytes of this page are saved first, so that a killed process fetches at most one page twice.
 */
function prefetchPage(services: CrawlServices, step: PageStep, arrived: ArrivedDocument) {
  const { crawl, page, ahead, run } = step
  const { finalUrl } = arrived.document
  const [next] = ahead
  if (!next || run.prefetch || run.unstored.isBroken || !run.readAhead?.mayContinue()) return
  if (!isWithinLimits(step) || delayAfter(services, crawl, finalUrl) > 0) return
  if (crawl.seedsPending || page.canonicalOf !== null || pageIdentity(finalUrl, rulesOf(crawl)) !== page.url) return
  // Links of this page and of unstored ones are at least one level deeper and were found later than `next`.
  if (next.depth > Math.min(page.depth, run.unstored.lowestDepth) + 1) return
  if (run.readAhead.pendingPages.save(crawl.id, page, arrived)) run.prefetch = startReading(services, crawl, next, run)
}

/** Both pages fit into the crawl and can be paid for. */
function isWithinLimits({ crawl, balance = 0, run }: PageStep): boolean {
  const requestsLeft = requestsOf(run, crawl).left()
  return crawl.pagesCrawled + 2 <= crawl.maxPages && balance >= 2 && requestsLeft >= 2 * REQUESTS_PER_PAGE
}

/** True when storing this page changes neither the crawl's scope nor any other page, nor cuts its links. */
function isOrderCertain({ crawl, page }: PageStep, { read, url, scope, canonical }: FetchedPage): boolean {
  if (crawl.seedsPending || read.links.length >= addressRoom(crawl)) return false
  const isRedirected = url !== page.url || scope.host !== crawl.host || scope.protocol !== crawl.protocol
  return !isRedirected && canonical === null && page.canonicalOf === null
}
