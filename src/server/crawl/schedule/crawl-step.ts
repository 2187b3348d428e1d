/** Types shared by the steps of a crawl. */
import type { Db } from '#server/platform/db/database.ts'
import type { crawls } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Message } from '#server/mail/messages.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { Reader } from '#server/fetching/create-reader.ts'
import type { ArrivedDocument, ReadFailure, ReadPage, RequestBudget, TakeTurn } from '#server/fetching/reader.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'
import type { LinkCache } from '#server/crawl/links/link-cache.ts'
import type { PageWriter } from '#server/crawl/store/page-writer.ts'
import type { PendingPages } from './pending-pages.ts'
import type { Throttle } from './throttle.ts'

export type CrawlRow = typeof crawls.$inferSelect

/** Sends the mail at the end of a crawl. */
export type CrawlMail = {
  appUrl: string
  enqueueMail: (tx: Db, mail: { to: string; ifAccount: Message; ifNoAccount: null }) => Promise<void>
}

export type CrawlServices = CrawlMail & {
  db: Db
  queue: Queue
  reader: Pick<Reader, 'read' | 'fetchSiteIndex' | 'crawlDelayMs'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  /** Delay before the next page of this address, including the site's Crawl-delay. */
  politeDelayMs: (url: string) => number
  /** True for pages that cost no credit. */
  isFree: (url: string) => boolean
  /** RETRY_BACKOFF_MS: the base of the linear backoff between attempts at a page. */
  retryBackoffMs: number
}

/** What a process keeps of a crawl from its lease to its release. */
export type CrawlRun = {
  crawlId: string
  workerId: string
  /** Aborted when this process must drop the page it is fetching. */
  signal: AbortSignal
  throttle: Throttle
  writer: PageWriter
  /** Without it, every link of a page is sent to the database. */
  linkCache?: LinkCache
  /** Without it, the next page is fetched only after the current one is stored. */
  readAhead?: { pendingPages: PendingPages; mayContinue(): boolean }
  /** One request to the host at a time, while the page before is extracted. */
  takeTurn: TakeTurn
  /** What the crawl has requested, that of unstored pages included. Set by `requestsOf`. */
  requests?: RequestBudget & { used(): number }
  /** The page that is read before its step begins. Kept until that step begins. */
  prefetch?: StartedRead | undefined
  unstored: UnstoredPages
  /** The state whose progress event was withheld; published when the next page takes long. */
  withheld?: CrawlRow | undefined
}

/** The pages of a crawl that are fetched but not stored yet. */
export type UnstoredPages = {
  /** In order. They never reject. */
  settled: Promise<unknown>[]
  /** True once one was not stored, or ended the crawl: no further page is fetched ahead. */
  isBroken: boolean
  /** Links of these pages are at least one level deeper. */
  lowestDepth: number
  /** After the last page that was stored. */
  latest: Pick<NextStep, 'crawl' | 'balance'> | undefined
}

/**
 * 'later': release the crawl until its `next_step_at`. 'ended': the crawl is over, or this worker lost the lease.
 * Otherwise run the next step immediately.
 */
export type StepOutcome = 'later' | 'ended' | NextStep

/** What the next step starts from, so that it need not read the database again. */
export type NextStep = {
  crawl: CrawlRow
  /**
   * True while pages before it are unstored: `crawl` and `balance` are what they will be when all of them are stored.
   */
  isExpected?: boolean
  /** Undefined when no page is due. */
  page: FrontierPage | undefined
  /** The pages after `page`, as far as the frontier is known now. */
  ahead: readonly FrontierPage[]
  /** The owner's balance after the last charge. */
  balance?: number | undefined
}

/** A step that has a page to fetch. */
export type PageStep = NextStep & { page: FrontierPage; run: CrawlRun }

/** A page that is being read. */
export type StartedRead = {
  page: FrontierPage
  /** The bytes that the host has sent, before they are extracted. Null when the read ended without. Never rejects. */
  arrived: Promise<ArrivedDocument | null>
  result: Promise<ReadPage | ReadFailure>
  /** Resolves once the request to the host has ended. */
  cancel(): Promise<void>
}
