/**
 * Takes crawls that are due and walks each as far as it goes without waiting. How crawls are leased, and why they are
 * not one queue job per page, says docs/decisions/003-crawl-as-slices.md.
 */
import { join } from 'node:path'
import { crawlNextPage } from '#server/crawl/crawl-next-page.ts'
import { CRAWL_DUE_CHANNEL, HOST_WANTED_CHANNEL, announceWanted } from '#server/crawl/host-turns.ts'
import { rememberLinks } from '#server/crawl/known-links.ts'
import { openPagesInHand } from '#server/crawl/page-in-hand.ts'
import {
  CRAWL_STOP_CHANNEL,
  clearLeases,
  LEASE_SECONDS,
  msUntilNextDue,
  releaseCrawl,
  renewLeases,
  type TakenCrawl,
  takeDueCrawls,
} from '#server/crawl/lease.ts'
import type { GoOn } from '#server/crawl/step.ts'
import { withLogFields } from '#server/log.ts'
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

type InHand = {
  host: string
  /** True once somebody else waits for the host: the walk ends after the page in hand. */
  wanted: boolean
  /** Lets the page in hand go; the crawl is looked at again at once. */
  stop: AbortController
  walking: Promise<void>
}

export async function startCrawlLoop(services: Services): Promise<CrawlLoop> {
  const { db, database, log, workerId } = services
  const limit = CRAWLS_AT_ONCE[database.kind]
  const inHand = new Map<string, InHand>()
  const links = rememberLinks()
  const pagesInHand = openPagesInHand(join(services.config.dataDir, 'in-hand'))
  const letGo = new AbortController()
  let open = true
  let wake = () => {}

  if (database.kind === 'embedded') await clearLeases(db)
  const unlisten = await Promise.all([
    database.listen(CRAWL_DUE_CHANNEL, () => wake()),
    database.listen(HOST_WANTED_CHANNEL, (host) => want(host)),
    database.listen(CRAWL_STOP_CHANNEL, (crawlId) => inHand.get(crawlId)?.stop.abort()),
  ])
  const renewal = setInterval(
    () => void renewLeases(db, workerId, [...inHand.keys()]).catch((error) => log.warn({ err: error }, 'leases not renewed')),
    (LEASE_SECONDS * 1000) / 4,
  )

  async function walk(crawlId: string, hand: Pick<InHand, 'wanted' | 'stop'>) {
    // Not the clock, which may be set back by a day.
    const until = performance.now() + SLICE_MS
    const signal = AbortSignal.any([letGo.signal, hand.stop.signal])
    const known = links.of(crawlId)
    const mayGoOn = () => open && !signal.aborted && !hand.wanted && performance.now() < until
    const lease = { crawlId, workerId, signal, known, ahead: { inHand: pagesInHand, mayGoOn } }
    let goOn: GoOn | undefined
    try {
      // A page that is being read already is stored before the crawl is given back.
      while (mayGoOn() || (goOn?.ahead && !signal.aborted)) {
        const before: GoOn | undefined = goOn
        goOn = undefined
        const outcome = await crawlNextPage(services, lease, before).finally(() => before?.ahead?.letGo())
        if (outcome === 'ended') {
          links.forget(crawlId)
          pagesInHand.forget(crawlId)
        }
        if (typeof outcome !== 'object') break
        goOn = outcome
      }
      // Looked at once more rather than given back: a stopped crawl does not wait its turn to end.
      if (open && hand.stop.signal.aborted) {
        goOn = undefined
        await crawlNextPage(services, { crawlId, workerId, signal: letGo.signal })
      }
    } catch (error) {
      log.error({ err: error, crawlId }, 'crawl step failed')
      await sleep(AFTER_FAILURE_MS, letGo.signal)
    }
    await goOn?.ahead?.letGo()
    // A lease that cannot be given back now runs out by itself.
    await releaseCrawl(db, workerId, crawlId, { couldGoOn: goOn !== undefined }).catch(() => {})
  }

  function start({ id, host }: TakenCrawl) {
    // A lease that ran out under this very process is its own again; the walk never ended.
    if (inHand.has(id)) return
    const hand: InHand = { host, wanted: false, stop: new AbortController(), walking: Promise.resolve() }
    inHand.set(id, hand)
    hand.walking = withLogFields({ crawlId: id }, () => walk(id, hand)).finally(() => {
      inHand.delete(id)
      wake()
    })
  }

  /** True when the host is at hand here, and is given up. */
  function want(host: string): boolean {
    let here = false
    for (const hand of inHand.values()) {
      if (hand.host !== host) continue
      hand.wanted = true
      here = true
    }
    return here
  }

  async function loop() {
    while (open) {
      try {
        const woken = new Promise<void>((resolve) => (wake = resolve))
        const { taken, wanted } = await takeDueCrawls(db, workerId, limit - inHand.size)
        taken.forEach(start)
        const elsewhere = wanted.filter((host) => !want(host))
        if (elsewhere.length > 0 && database.kind === 'postgres') await announceWanted(db, elsewhere)
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
      const walks = [...inHand.values()].map(({ walking }) => walking)
      await Promise.race([Promise.allSettled(walks), sleep(graceMs, letGo.signal)])
      letGo.abort()
      await Promise.allSettled([looping, ...[...inHand.values()].map(({ walking }) => walking)])
      clearInterval(renewal)
      for (const end of unlisten) await end()
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
