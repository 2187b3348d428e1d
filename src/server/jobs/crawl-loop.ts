/**
 * Leases crawls that are due and runs each of them until it has to wait. docs/decisions/003-crawl-leases.md explains
 * the leases, and why a page is not a queue job.
 */
import { join } from 'node:path'
import type { Lease, NextStep, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'
import { crawlNextPage } from '#server/crawl/schedule/crawl-next-page.ts'
import { announceHostWanted, CRAWL_DUE_CHANNEL, HOST_WANTED_CHANNEL } from '#server/crawl/schedule/host-lock.ts'
import {
  cutWaits,
  CRAWL_STOP_CHANNEL,
  LEASE_SECONDS,
  type LeasedCrawl,
  leaseDueCrawls,
  readNextDue,
  releaseCrawl,
  renewLeases,
} from '#server/crawl/schedule/lease.ts'
import { openPendingPages } from '#server/crawl/schedule/pending-pages.ts'
import { createThrottle } from '#server/crawl/schedule/throttle.ts'
import { createLinkCache } from '#server/crawl/links/link-cache.ts'
import { createPageWriter } from '#server/crawl/store/page-writer.ts'
import { withLogFields } from '#server/platform/log.ts'
import { moveJobsBack } from '#server/platform/open-queue.ts'
import type { Services } from '#server/services.ts'

export type CrawlLoop = {
  /** Leases no more crawls, waits up to `graceMs` for pages being fetched, then aborts them; they are fetched again later. */
  close(graceMs: number): Promise<void>
}

/** Fetching is mostly waiting, but the embedded database has one session. */
const MAX_RUNNING_CRAWLS = { embedded: 16, postgres: 64 }
/** A crawl that never waits is released after this time, so that others get their share. */
const SLICE_MS = 2_000
/** The longest sleep of the loop, in case a notification is lost. */
const MAX_SLEEP_MS = 1_000
const MIN_SLEEP_MS = 5
/** Another process decides about a host within this time. */
const CONTENDED_RETRY_MS = 20
/** A clock that is corrected by less is no cause for action. */
const CLOCK_TOLERANCE_MS = 30_000
/** The wait after an unexpected failure, so that a broken crawl does not spin. */
const FAILURE_DELAY_MS = 2_000

type RunningCrawl = {
  host: string
  /** Another crawl, preview or check waits for the host: release the crawl after the current page. */
  isHostWanted: boolean
  /** Aborts the current page; the crawl is then loaded again. */
  abort: AbortController
  done: Promise<void>
}

export async function startCrawlLoop(services: Services): Promise<CrawlLoop> {
  const { db, database, log, workerId } = services
  const limit = MAX_RUNNING_CRAWLS[database.kind]
  const running = new Map<string, RunningCrawl>()
  const linkCache = createLinkCache()
  const writer = createPageWriter(services)
  const pendingPages = openPendingPages(join(services.config.dataDir, 'in-hand'))
  const shutdown = new AbortController()
  let isOpen = true
  let wake = () => {}

  const unlisten = await Promise.all([
    database.listen(CRAWL_DUE_CHANNEL, () => wake()),
    database.listen(HOST_WANTED_CHANNEL, (host) => yieldHost(host)),
    database.listen(CRAWL_STOP_CHANNEL, (crawlId) => running.get(crawlId)?.abort.abort()),
  ])
  const renewal = setInterval(() => void renewAll(), (LEASE_SECONDS * 1000) / 4)

  async function renewAll() {
    try {
      await renewLeases(db, workerId, [...running.keys()])
    } catch (error) {
      log.warn({ err: error }, 'failed to renew crawl leases')
    }
  }

  /** Takes steps until the crawl has to wait, its time is over or its host is wanted, then releases it. */
  async function runCrawl(crawlId: string, crawl: Pick<RunningCrawl, 'isHostWanted' | 'abort'>) {
    const until = performance.now() + SLICE_MS
    const signal = AbortSignal.any([shutdown.signal, crawl.abort.signal])
    const mayContinue = () => isOpen && !signal.aborted && !crawl.isHostWanted && performance.now() < until
    const lease: Lease = {
      ...newLease(crawlId, signal),
      linkCache: linkCache.ofCrawl(crawlId),
      readAhead: { pendingPages, mayContinue },
    }
    let next: NextStep | undefined
    try {
      next = await takeSteps(lease, mayContinue)
      await lease.prefetch?.cancel()
      await storeAll(lease)
      // One more step instead of a release: a stopped crawl ends without waiting for its host again.
      if (isOpen && crawl.abort.signal.aborted) {
        next = undefined
        await crawlNextPage(services, newLease(crawlId, shutdown.signal))
      }
    } catch (error) {
      log.error({ err: error, crawlId }, 'crawl step failed')
      await sleep(FAILURE_DELAY_MS, shutdown.signal)
    }
    await lease.prefetch?.cancel()
    await storeAll(lease)
    // A lease that cannot be released now expires.
    await releaseCrawl(db, workerId, crawlId, { canContinue: next !== undefined }).catch(() => {})
  }

  /** Returns the step that is due next; undefined when the crawl has to wait or has ended. */
  async function takeSteps(lease: Lease, mayContinue: () => boolean): Promise<NextStep | undefined> {
    const { crawlId, signal } = lease
    let next: NextStep | undefined
    // A page whose request has started is stored before the crawl is released.
    const isNextPrefetched = () => lease.prefetch !== undefined && lease.prefetch.page.id === next?.page?.id
    while (mayContinue() || (isNextPrefetched() && !signal.aborted)) {
      const outcome: StepOutcome = await crawlNextPage(services, lease, next)
      if (outcome === 'ended') {
        linkCache.forget(crawlId)
        pendingPages.forget(crawlId)
      }
      if (typeof outcome !== 'object') return undefined
      next = outcome
    }
    return next
  }

  function newLease(crawlId: string, signal: AbortSignal): Lease {
    const unstored = { settled: [], isBroken: false, lowestDepth: Infinity, latest: undefined }
    return { crawlId, workerId, signal, throttle: createThrottle(), writer, unstored, takeTurn: takeTurns() }
  }

  async function storeAll({ unstored }: Lease) {
    writer.flush()
    await Promise.all(unstored.settled)
  }

  function start({ id, host }: LeasedCrawl) {
    // A lease that expired under this process is its own again, and the crawl is still running.
    if (running.has(id)) return
    const crawl: RunningCrawl = { host, isHostWanted: false, abort: new AbortController(), done: Promise.resolve() }
    running.set(id, crawl)
    crawl.done = withLogFields({ crawlId: id }, () => runCrawl(id, crawl)).finally(() => {
      running.delete(id)
      wake()
    })
  }

  /** Returns true when a crawl of this process holds the host and will release it. */
  function yieldHost(host: string): boolean {
    const holders = [...running.values()].filter((crawl) => crawl.host === host)
    for (const crawl of holders) crawl.isHostWanted = true
    return holders.length > 0
  }

  async function loop() {
    while (isOpen) {
      try {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        const waitMs = await leaseDue()
        await Promise.race([woken, sleep(waitMs, shutdown.signal)])
      } catch (error) {
        log.error({ err: error }, 'failed to lease due crawls')
        await sleep(FAILURE_DELAY_MS, shutdown.signal)
      }
    }
  }

  /** Leases and starts the crawls that are due. Returns the milliseconds until more may be. */
  async function leaseDue(): Promise<number> {
    const { isAnyDue, dueMs, nowMs } = await readNextDue(db)
    const readAt = performance.now()
    const isContended = isAnyDue && (await leaseAndStart())
    if (isClockSetBack(nowMs)) {
      log.warn('the clock of the database was set back')
      await cutWaits(db)
      await moveJobsBack(db)
    }
    // The end of a running crawl wakes the loop.
    const isFull = running.size >= limit
    if (isFull) return MAX_SLEEP_MS
    const leftMs = (dueMs ?? MAX_SLEEP_MS) - (performance.now() - readAt)
    const nextMs = isContended ? CONTENDED_RETRY_MS : leftMs
    return Math.min(Math.max(nextMs, MIN_SLEEP_MS), MAX_SLEEP_MS)
  }

  /** Returns true when another process was deciding about some of the hosts. */
  async function leaseAndStart(): Promise<boolean> {
    const { leased, wantedHosts, isContended } = await leaseDueCrawls(db, workerId, limit - running.size)
    leased.forEach(start)
    const elsewhere = wantedHosts.filter((host) => !yieldHost(host))
    if (elsewhere.length > 0 && database.kind === 'postgres') await announceHostWanted(db, elsewhere)
    return isContended
  }

  const isClockSetBack = watchClock()
  const looping = loop()
  return {
    async close(graceMs) {
      isOpen = false
      wake()
      const allDone = () => Promise.allSettled([...running.values()].map(({ done }) => done))
      await Promise.race([allDone(), sleep(graceMs, shutdown.signal)])
      shutdown.abort()
      await Promise.allSettled([looping, allDone()])
      clearInterval(renewal)
      for (const end of unlisten) await end()
    },
  }
}

/** The returned function runs one request after the other. */
function takeTurns(): Lease['takeTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const done = last.then(request)
    last = done.catch(() => undefined)
    return done
  }
}

/** The returned function takes the database's time; true when less of it has passed than of this process's. */
function watchClock() {
  let lastOffset = -Infinity
  return (databaseMs: number) => {
    const offset = databaseMs - performance.now()
    const isSetBack = offset < lastOffset - CLOCK_TOLERANCE_MS
    lastOffset = offset
    return isSetBack
  }
}

/** Resolves after `ms`, or when `signal` is aborted. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
