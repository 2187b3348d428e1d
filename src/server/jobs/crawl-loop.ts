/**
 * Takes crawls that are due and walks each as far as it goes without waiting. How crawls are leased, and why they are
 * not one queue job per page, says docs/decisions/003-crawl-as-slices.md.
 */
import { crawlNextPage } from '#server/crawl/crawl-next-page.ts'
import { CRAWL_DUE_CHANNEL, clearLeases, LEASE_SECONDS, msUntilNextDue, releaseCrawl, renewLeases, takeDueCrawls } from '#server/crawl/lease.ts'
import type { GoOn } from '#server/crawl/step.ts'
import type { Services } from '#server/services.ts'

export type CrawlLoop = {
  /** Takes no more crawls, lets pages in hand finish for `graceMs`, then lets them go; they are read again later. */
  close(graceMs: number): Promise<void>
}

/** Crawls in hand at once: reading is mostly waiting, but the embedded database has one session. */
const CRAWLS_AT_ONCE = { embedded: 16, postgres: 64 }
/** After so long a crawl that never waits lets others have their turn. */
const SLICE_MS = 2_000
/** How long the loop sleeps at most, in case a notification is lost. */
const SLEEP_MAX_MS = 1_000
/** The wait after a step failed unexpectedly, so that a broken crawl does not spin. */
const AFTER_FAILURE_MS = 2_000

export async function startCrawlLoop(services: Services): Promise<CrawlLoop> {
  const { db, database, log, workerId } = services
  const limit = CRAWLS_AT_ONCE[database.kind]
  const inHand = new Map<string, Promise<void>>()
  const letGo = new AbortController()
  let open = true
  let wake = () => {}

  if (database.kind === 'embedded') await clearLeases(db)
  const unlisten = await database.listen(CRAWL_DUE_CHANNEL, () => wake())
  const renewal = setInterval(
    () => void renewLeases(db, workerId, [...inHand.keys()]).catch((error) => log.warn({ err: error }, 'leases not renewed')),
    (LEASE_SECONDS * 1000) / 4,
  )

  async function walk(crawlId: string) {
    const until = Date.now() + SLICE_MS
    try {
      let goOn: GoOn | undefined
      while (open && Date.now() < until) {
        const outcome = await crawlNextPage(services, { crawlId, workerId, signal: letGo.signal }, goOn)
        if (outcome === 'later' || outcome === 'ended') break
        goOn = outcome
      }
    } catch (error) {
      log.error({ err: error, crawlId }, 'crawl step failed')
      await sleep(AFTER_FAILURE_MS, letGo.signal)
    }
    // A lease that cannot be given back now runs out by itself.
    await releaseCrawl(db, workerId, crawlId).catch(() => {})
  }

  async function loop() {
    while (open) {
      try {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        for (const crawlId of await takeDueCrawls(db, workerId, limit - inHand.size)) {
          const walking = walk(crawlId).finally(() => {
            inHand.delete(crawlId)
            wake()
          })
          inHand.set(crawlId, walking)
        }
        const due = inHand.size < limit ? await msUntilNextDue(db) : null
        await Promise.race([woken, sleep(Math.min(Math.max(due ?? SLEEP_MAX_MS, 5), SLEEP_MAX_MS), letGo.signal)])
      } catch (error) {
        log.error({ err: error }, 'crawls could not be taken')
        await sleep(AFTER_FAILURE_MS, letGo.signal)
      }
    }
  }

  const looping = loop()
  return {
    async close(graceMs) {
      open = false
      wake()
      await Promise.race([Promise.allSettled(inHand.values()), sleep(graceMs, letGo.signal)])
      letGo.abort()
      await Promise.allSettled([looping, ...inHand.values()])
      clearInterval(renewal)
      await unlisten()
    },
  }
}

/** Resolves after `ms`, or as soon as `signal` is aborted. */
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
