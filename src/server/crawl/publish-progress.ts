import type { AppEvent } from '#shared/events.ts'
import type { Db } from '#server/platform/db/database.ts'
import { publish } from '#server/platform/events.ts'
import { presentCrawl } from './present-crawl.ts'
import type { CrawlRow } from './schedule/crawl-step.ts'

/** Within `tx`: publishes the crawl's progress to its owner. */
export async function publishProgress(tx: Db, crawl: CrawlRow) {
  await publish(tx, crawl.userId, progressEvent(crawl))
}

export function progressEvent(crawl: CrawlRow): AppEvent {
  const { id, status, progress, waiting } = presentCrawl(crawl)
  return { type: 'crawl', id, status, progress, waiting }
}
