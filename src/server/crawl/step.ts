/** What the steps of a crawl pass to each other. */
import type { Db } from '#server/db/database.ts'
import type { crawls } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import type { Message } from '#server/mail/messages.ts'
import type { Queue } from '#server/queue/open-queue.ts'
import type { SiteReader } from '#server/reader/create-reader.ts'
import type { NotRead, ReadPage } from '#server/reader/reader.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { FrontierPage } from './frontier.ts'
import type { KnownLinks } from './known-links.ts'
import type { PagesInHand } from './page-in-hand.ts'

export type CrawlRow = typeof crawls.$inferSelect

/** How a crawl reaches the person by mail. */
export type Post = {
  appUrl: string
  postLetter: (tx: Db, letter: { to: string; toAccount: Message; toNobody: null }) => Promise<void>
}

export type CrawlServices = Post & {
  db: Db
  queue: Queue
  reader: Pick<SiteReader, 'read' | 'siteIndex' | 'crawlDelayMs'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  /** Milliseconds to wait before the next page of this address; the site's own wish included. */
  politeDelayMs: (url: string) => number
  /** RETRY_BACKOFF_MS: the first retry waits once, the second twice as long, the third three times. */
  retryBackoffMs: number
}

/**
 * `signal` is aborted when this process must let the page in hand go. `known` is what it remembers of the frontier;
 * without it every link is sent. Without `ahead` no page is read while another is being stored.
 */
export type Lease = {
  crawlId: string
  workerId: string
  signal: AbortSignal
  known?: KnownLinks
  ahead?: { inHand: PagesInHand; mayGoOn(): boolean }
}

/** A page that is being read while the one before it is stored. */
export type PageAhead = {
  page: FrontierPage
  reading: Promise<ReadPage | NotRead>
  /** Resolves once its host is asked nothing any more. */
  letGo(): Promise<void>
}

/**
 * What the caller does next: give the crawl back until its `next_step_at` ('later'), or for good ('ended'), or go on
 * at once with what the last transaction already knows, which saves the next step two look-ups.
 */
export type StepOutcome = 'later' | 'ended' | GoOn
export type GoOn = {
  crawl: CrawlRow
  page: FrontierPage | undefined
  /** The page after that one, as far as is known. */
  pageAfter?: FrontierPage | undefined
  /** `page`, being read already. Whoever does not go on lets it go. */
  ahead?: PageAhead | undefined
  /** What was left after the last charge. */
  balance?: number
  /** True when the person's screens have not been told of this state yet. */
  untold?: boolean
  /** When (performance.now) this walk told them, and asked for summaries, for the last time. */
  toldAt?: number
  askedAt?: number
}
