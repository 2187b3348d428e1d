import type { AppEvent } from '#shared/events.ts'
import type { Db } from '#server/db/database.ts'
import { publish } from '#server/events/events.ts'
import { presentCrawl } from './present-crawl.ts'
import type { CrawlRow } from './step.ts'

/** Within `tx`: tells the person's screens how far the crawl is, and what else there is to tell them. */
export async function tellOfCrawl(tx: Db, crawl: CrawlRow, ...also: AppEvent[]) {
  const { id, status, progress, waiting } = presentCrawl(crawl)
  await publish(tx, crawl.userId, { type: 'crawl', id, status, progress, waiting }, ...also)
}
