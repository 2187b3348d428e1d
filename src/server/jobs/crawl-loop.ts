/**
 * Leases crawls that are due and runs each of them until it has to wait. docs/decisions/003-crawl-leases.md explains
 * the leases, and why a page is not a queue job.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { announceHostWanted, CRAWL_DUE_CHANNEL, HOST_WANTED_CHANNEL } from '#server/crawl/schedule/host-lock.ts'
import {
  cutWaits,
  CRAWL_STOP_CHANNEL,
  LEASE_SECONDS,
  type LeasedCrawl,
  leaseDueCrawls,
  readNextDue,
  renewLeases,
} from '#server/crawl/schedule/lease.ts'
import { openPendingPages } from '#server/crawl/schedule/pending-pages.ts'
import { createLinkCache } from '#server/crawl/links/link-cache.ts'
import { createPageWriter } from '#server/crawl/store/page-writer.ts'
import { withLogFields } from '#server/platform/log.ts'
import { moveJobsBack } from '#server/platform/open-queue.ts'
import type { Services } from '#server/services.ts'
import { FAILURE_DELAY_MS, runCrawl, type RunningCrawl } from './run-crawl.ts'

export type CrawlLoop = {
  /**
   * Leases no more crawls, waits up to `graceMs` for pages being fetched, then aborts them; they are fetched again
   * later.
   */
  close(graceMs: number): Promise<void>
}

/** Fetching is mostly waiting, but the embedded database has one session. */
const MAX_RUNNING_CRAWLS = { embedded: 16, postgres: 64 }
/** The longest sleep of the loop, in case a notification is lost. */
const MAX_SLEEP_MS = 1_000
const MIN_SLEEP_MS = 5
/** Another process decides about a host within this time. */
const CONTENDED_RETRY_MS = 20
/** Smaller corrections of the clock are ignored. */
const CLOCK_TOLERANCE_MS = 30_000

type HeldCrawl = RunningCrawl & { host: string; done: Promise<void> }

export async function startCrawlLoop(services: Services): Promise<CrawlLoop> {
  const { db, database, log, workerId } = services
  const limit = MAX_RUNNING_CRAWLS[database.kind]
  const shutdown = new AbortController()
  let isOpen = true
  let wake = () => {}
  const shared = {
    linkCache: createLinkCache(),
    pendingPages: openPendingPages(join(services.config.dataDir, 'in-hand')),
    writer: createPageWriter(services),
    isOpen: () => isOpen,
    shutdown: shutdown.signal,
  }
  const running = holdCrawls({ run: (crawl) => runCrawl(services, shared, crawl), onEnd: () => wake() })
  /** Ends early at the shutdown. */
  const pause = (ms: number) => sleep(ms, undefined, { signal: shutdown.signal }).catch(() => {})

  const unlisten = await Promise.all([
    database.listen(CRAWL_DUE_CHANNEL, () => wake()),
    database.listen(HOST_WANTED_CHANNEL, (host) => running.yieldHost(host)),
    database.listen(CRAWL_STOP_CHANNEL, (crawlId) => running.abort(crawlId)),
  ])
  const renewal = setInterval(() => void renewAll(), (LEASE_SECONDS * 1000) / 4)

  async function renewAll() {
    try {
      await renewLeases(db, workerId, running.ids())
    } catch (error) {
      log.warn({ err: error }, 'failed to renew crawl leases')
    }
  }

  async function loop() {
    while (isOpen) {
      try {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        const waitMs = await leaseDue()
        await Promise.race([woken, pause(waitMs)])
      } catch (error) {
        log.error({ err: error }, 'failed to lease due crawls')
        await pause(FAILURE_DELAY_MS)
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
    const isFull = running.ids().length >= limit
    if (isFull) return MAX_SLEEP_MS
    const leftMs = (dueMs ?? MAX_SLEEP_MS) - (performance.now() - readAt)
    const nextMs = isContended ? CONTENDED_RETRY_MS : leftMs
    return Math.min(Math.max(nextMs, MIN_SLEEP_MS), MAX_SLEEP_MS)
  }

  /** Returns true when another process was deciding about some of the hosts. */
  async function leaseAndStart(): Promise<boolean> {
    const { leased, wantedHosts, isContended } = await leaseDueCrawls(db, workerId, limit - running.ids().length)
    leased.forEach(running.start)
    const elsewhere = wantedHosts.filter((host) => !running.yieldHost(host))
    if (elsewhere.length > 0 && database.kind === 'postgres') await announceHostWanted(db, elsewhere)
    return isContended
  }

  const isClockSetBack = watchClock()
  const looping = loop()
  return {
    async close(graceMs) {
      isOpen = false
      wake()
      await Promise.race([running.allDone(), pause(graceMs)])
      shutdown.abort()
      await Promise.allSettled([looping, running.allDone()])
      clearInterval(renewal)
      for (const end of unlisten) await end()
    },
  }
}

/** The crawls that this process runs now. */
function holdCrawls({ run, onEnd }: { run: (crawl: RunningCrawl) => Promise<void>; onEnd: () => void }) {
  const held = new Map<string, HeldCrawl>()
  return {
    ids: () => [...held.keys()],
    start({ id, host }: LeasedCrawl) {
      // A lease that expired under this process is its own again, and the crawl is still running.
      if (held.has(id)) return
      const crawl = { id, isHostWanted: false, abort: new AbortController() }
      const done = withLogFields({ crawlId: id }, () => run(crawl)).finally(() => {
        held.delete(id)
        onEnd()
      })
      held.set(id, Object.assign(crawl, { host, done }))
    },
    abort(id: string) {
      held.get(id)?.abort.abort()
    },
    /** Returns true when a crawl of this process holds the host and will release it. */
    yieldHost(host: string): boolean {
      const holders = [...held.values()].filter((crawl) => crawl.host === host)
      for (const crawl of holders) crawl.isHostWanted = true
      return holders.length > 0
    },
    allDone: () => Promise.allSettled([...held.values()].map(({ done }) => done)),
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
