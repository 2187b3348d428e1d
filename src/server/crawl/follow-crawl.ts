import { setTimeout as pause } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { CrawlSummary } from '#shared/crawls.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { crawls } from '#server/db/schema/index.ts'
import type { Events } from '#server/events/events.ts'
import { presentCrawl } from './present-crawl.ts'

type Follow = {
  userId: string
  crawlId: string
  /** The crawl goes on when it takes longer. */
  withinMs: number
  /** Aborted when nobody listens any more. */
  signal: AbortSignal
  onProgress: (crawl: CrawlSummary) => Promise<void>
}

/** Looked at no more often than this, however many pages are read. */
const BETWEEN_LOOKS_MS = 250
/** Looked at anyway after so long: a notification may be lost with its connection. */
const LOOK_AGAIN_MS = 5_000

/** Tells of a crawl until it ends, and answers it as it is then, or when the time is over. Throws 'crawl.not-found'. */
export async function followCrawl({ db, events }: { db: Db; events: Events }, follow: Follow): Promise<CrawlSummary> {
  const { userId, crawlId, withinMs, signal, onProgress } = follow
  const until = Date.now() + withinMs
  let news = Promise.withResolvers<void>()
  const unsubscribe = events.subscribe(userId, (event) => {
    if (event.type === 'crawl' && event.id === crawlId) news.resolve()
  })
  const gone = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  try {
    while (true) {
      news = Promise.withResolvers()
      const [row] = await db.select().from(crawls).where(and(eq(crawls.id, crawlId), eq(crawls.userId, userId)))
      if (!row) throw new AppError('crawl.not-found')
      const crawl = presentCrawl(row)
      const left = until - Date.now()
      if (crawl.finishedAt || left <= 0 || signal.aborted) return crawl
      await onProgress(crawl)
      await pause(Math.min(BETWEEN_LOOKS_MS, left))
      await Promise.race([news.promise, gone, pause(Math.min(LOOK_AGAIN_MS, left), undefined, { ref: false })])
    }
  } finally {
    unsubscribe()
  }
}
