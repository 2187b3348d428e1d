/** What the steps of a check pass to each other. */
import type { Db } from '#server/db/database.ts'
import type { chatChecks, crawls, pages } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import type { SiteReader } from '#server/reader/create-reader.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'

export type CheckServices = {
  db: Db
  queue: Queue
  reader: Pick<SiteReader, 'read' | 'crawlDelayMs'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  politeDelayMs: (url: string) => number
  retryBackoffMs: number
  /** Null without an embedding model. */
  embedder: object | null
}

export type CheckRow = typeof chatChecks.$inferSelect
export type PageRow = typeof pages.$inferSelect
export type CrawlOfPage = typeof crawls.$inferSelect

/** A page whose turn it is. `crawl` read its first version, and says how to read it; null when it was deleted. */
export type PageInHand = { page: PageRow; crawl: CrawlOfPage | null; attempts: number }
