/** Runs a leased crawl until it has to wait, its time is over or its host is wanted, then releases it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { crawlNextPage } from '#server/crawl/schedule/crawl-next-page.ts'
import type { CrawlRun, NextStep, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'
import { releaseCrawl } from '#server/crawl/schedule/lease.ts'
import type { PendingPages } from '#server/crawl/schedule/pending-pages.ts'
import { createThrottle } from '#server/crawl/schedule/throttle.ts'
import type { createLinkCache } from '#server/crawl/links/link-cache.ts'
import type { PageWriter } from '#server/crawl/store/page-writer.ts'
import type { Services } from '#server/services.ts'

/** What the crawls of this process share. */
type Shared = {
  linkCache: ReturnType<typeof createLinkCache>
  pendingPages: PendingPages
  writer: PageWriter
  /** False once the process takes no further steps. */
  isOpen: () => boolean
  /** Aborts the current pages. */
  shutdown: AbortSignal
}

export type RunningCrawl = {
  id: string
  /** Another crawl, preview or check waits for the host: release the crawl after the current page. */
  isHostWanted: boolean
  /** Aborts the current page; the crawl is then loaded again. */
  abort: AbortController
}

/** A crawl that never waits is released after this time, so that others get their share. */
const SLICE_MS = 2_000
/** The wait after an unexpected failure, so that a broken crawl does not spin. */
export const FAILURE_DELAY_MS = 2_000

/** Never rejects. */
export async function runCrawl(services: Services, shared: Shared, crawl: RunningCrawl) {
  const { db, log, workerId } = services
  const { isOpen, shutdown } = shared
  let next: NextStep | undefined
  try {
    next = await takeSteps(services, shared, crawl)
    // One more step instead of a release: a stopped crawl ends without waiting for its host again.
    if (isOpen() && crawl.abort.signal.aborted) {
      next = undefined
      await crawlNextPage(services, newRun(services, shared, { crawlId: crawl.id, signal: shutdown }))
    }
  } catch (error) {
    log.error({ err: error, crawlId: crawl.id }, 'crawl step failed')
    await sleep(FAILURE_DELAY_MS, undefined, { signal: shutdown }).catch(() => {})
  }
  // A lease that cannot be released now expires.
  await releaseCrawl(db, workerId, crawl.id, { canContinue: next !== undefined }).catch(() => {})
}

/** Returns the step that is due next; undefined when the crawl has to wait or has ended. */
async function takeSteps(services: Services, shared: Shared, crawl: RunningCrawl): Promise<NextStep | undefined> {
  const { linkCache, pendingPages, writer, isOpen, shutdown } = shared
  const crawlId = crawl.id
  const until = performance.now() + SLICE_MS
  const signal = AbortSignal.any([shutdown, crawl.abort.signal])
  const mayContinue = () => isOpen() && !signal.aborted && !crawl.isHostWanted && performance.now() < until
  const run: CrawlRun = {
    ...newRun(services, shared, { crawlId, signal }),
    linkCache: linkCache.ofCrawl(crawlId),
    readAhead: { pendingPages, mayContinue },
  }
  let next: NextStep | undefined
  // A page whose request has started is stored before the crawl is released.
  const isNextPrefetched = () => run.prefetch !== undefined && run.prefetch.page.id === next?.page?.id
  try {
    while (mayContinue() || (isNextPrefetched() && !signal.aborted)) {
      const outcome: StepOutcome = await crawlNextPage(services, run, next)
      if (outcome === 'ended') {
        linkCache.forget(crawlId)
        pendingPages.forget(crawlId)
      }
      if (typeof outcome !== 'object') return undefined
      next = outcome
    }
    return next
  } finally {
    await run.prefetch?.cancel()
    writer.flush()
    await Promise.all(run.unstored.settled)
  }
}

function newRun(
  { workerId }: Services,
  { writer }: Shared,
  { crawlId, signal }: { crawlId: string; signal: AbortSignal },
): CrawlRun {
  const unstored = { settled: [], isBroken: false, lowestDepth: Infinity, latest: undefined }
  return { crawlId, workerId, signal, throttle: createThrottle(), writer, unstored, takeTurn: takeTurns() }
}

/** The returned function runs one request after the other. */
function takeTurns(): CrawlRun['takeTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const done = last.then(request)
    last = done.catch(() => undefined)
    return done
  }
}
