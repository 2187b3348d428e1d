import type { AppEvent } from '#shared/events.ts'
import type { Db } from '#server/platform/db/database.ts'
import { publish } from '#server/platform/events.ts'
import { presentCrawl } from './present-crawl.ts'
import type { CrawlRow } from './schedule/crawl-step.ts'

/** Within `tx`: publishes the crawl's progress to its owner, together with `events`. */
export async function publishProgress(tx: Db, crawl: CrawlRow, ...events: AppEvent[]) {
  const { id, status, progress, waiting } = presentCrawl(crawl)
  await publish(tx, crawl.userId, { type: 'crawl', id, status, progress, waiting }, ...events)
}
