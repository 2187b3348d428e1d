/** Types shared by the steps of a check. */
import type { Db } from '#server/platform/db/database.ts'
import type { chatChecks, crawls, pages } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { Reader } from '#server/fetching/create-reader.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

export type CheckServices = {
  db: Db
  queue: Queue
  reader: Pick<Reader, 'read' | 'crawlDelayMs' | 'fetchSiteIndex'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  politeDelayMs: (url: string) => number
  /** True for pages that cost no credit. */
  isFree: (url: string) => boolean
  retryBackoffMs: number
  /** Null without an embedding model. */
  embedder: object | null
}

export type CheckRow = typeof chatChecks.$inferSelect
export type PageRow = typeof pages.$inferSelect
export type OriginalCrawl = typeof crawls.$inferSelect

/** `crawl` stored the first version of the page, and its settings apply; null when it was deleted. */
export type PageToCheck = { page: PageRow; crawl: OriginalCrawl | null; attempts: number }
