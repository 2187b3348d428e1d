import { setTimeout as sleep } from 'node:timers/promises'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ownCrawl } from '#server/platform/db/ownership.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { Events } from '#server/platform/events.ts'
import { presentCrawl } from './present-crawl.ts'

type FollowOptions = {
  userId: string
  crawlId: string
  /** Stops following after this time; the crawl itself continues. */
  withinMs: number
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  onProgress: (crawl: CrawlSummary) => Promise<void>
}

/** The shortest time between two progress reports. */
const MIN_INTERVAL_MS = 250
/** The longest time between two reports, in case a notification is lost. */
const MAX_INTERVAL_MS = 5_000

/**
 * Reports the progress of a crawl and returns its state when it ends, when the time is over or when `signal` is
 * aborted. Throws AppError 'crawl.not-found'.
 */
export async function followCrawl(
  { db, events }: { db: Db; events: Events },
  { userId, crawlId, withinMs, signal, onProgress }: FollowOptions,
): Promise<CrawlSummary> {
  const until = Date.now() + withinMs
  let changed = Promise.withResolvers<void>()
  const unsubscribe = events.subscribe(userId, (event) => {
    if (event.type === 'crawl' && event.id === crawlId) changed.resolve()
  })
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    while (true) {
      changed = Promise.withResolvers()
      const [row] = await db.select().from(crawls).where(ownCrawl({ userId, crawlId }))
      if (!row) throw new AppError('crawl.not-found')
      const crawl = presentCrawl(row)
      const leftMs = until - Date.now()
      if (crawl.finishedAt || leftMs <= 0 || signal.aborted) return crawl
      await onProgress(crawl)
      await sleep(Math.min(MIN_INTERVAL_MS, leftMs))
      const timeout = sleep(Math.min(MAX_INTERVAL_MS, leftMs), undefined, { ref: false })
      await Promise.race([changed.promise, aborted, timeout])
    }
  } finally {
    unsubscribe()
  }
}
