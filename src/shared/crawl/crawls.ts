/** Crawls: starting one, its state and progress, skipped addresses. */
import { z } from 'zod'
import { Branch, CrawlSettings, ShownCrawlSettings } from './crawl-settings.ts'
import { CrawlStatus, CrawlWait, Progress } from './crawl-progress.ts'
import { ErrorBody, MessageValues } from '#shared/error-body.ts'
import { CrawledPage } from './pages.ts'
import { failedReasons, reasonsToOffer, skipReasons, skipReasonTexts, unfinishedReasons } from './skip-reasons.ts'
import { invalid } from '#shared/errors.ts'

/** POST /api/crawls. The plan clamps `maxPages` and `maxDepth`; the response has the values in force. */
export const StartCrawl = z.object({
  url: z.string().max(2048, invalid('crawl.url-too-long')).nullish(),
  maxPages: z.union([z.number(), z.string()]).optional(),
  maxDepth: z.union([z.number(), z.string()]).optional(),
  chatId: z.uuid().optional(),
  /** Anything but the defaults needs a plan with custom settings. */
  settings: CrawlSettings.partial().optional(),
  /** Only these parts of the site, as selected in the preview; the start page is always crawled. */
  branches: z.array(Branch).max(2000).optional(),
  /** Send an email when the crawl has ended. */
  mailAtEnd: z.boolean().optional(),
})
export type StartCrawl = z.infer<typeof StartCrawl>

/** Days between the announcement that a crawl will be deleted and its deletion. */
export const RETENTION_NOTICE_DAYS = 7

export const ChangeCrawl = z.object({ mailAtEnd: z.boolean() })
export type ChangeCrawl = z.infer<typeof ChangeCrawl>

export { CrawlStatus, CrawlWait, Progress }

/** Why an address was not crawled. The texts are in `skipReasonTexts`. */
export const SkipReason = z.enum(skipReasons)
export type SkipReason = z.infer<typeof SkipReason>
export { reasonsToOffer, failedReasons, skipReasonTexts, unfinishedReasons }

export const SkippedAddress = z.object({
  url: z.string(),
  reason: SkipReason,
  /**
   * More for a person to read, in English: the status, the other address, the rule. Empty when there is nothing to add.
   */
  detail: z.string(),
  /**
   * Code and values of `detail`, by which it can be translated; absent when it is a status, an address or a pattern.
   */
  detailCode: z.string().optional(),
  values: MessageValues.optional(),
})
export type SkippedAddress = z.infer<typeof SkippedAddress>

/** A crawl in a list. Times are ISO. */
export const CrawlSummary = z.object({
  id: z.string(),
  url: z.string(),
  /** Where the start page redirected, when that moved the crawl to another host or path; else null. */
  movedTo: z.string().nullable(),
  chatId: z.string().nullable(),
  status: CrawlStatus,
  /** The values in force after clamping to the plan. */
  maxPages: z.number().int(),
  maxDepth: z.number().int(),
  progress: Progress,
  /** Why the crawl failed, was stopped, or finished before its limits. */
  error: ErrorBody.nullable(),
  /** What the crawl waits for; null when it is not waiting. */
  waiting: CrawlWait.nullable(),
  /** The number of crawls ahead of this one while it is queued; null otherwise. */
  queuePlace: z.number().int().nullable(),
  settings: ShownCrawlSettings,
  branches: z.array(Branch),
  mailAtEnd: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** When the crawl will be deleted unless a chat uses its pages or it is used again; null until a week before. */
  expiresAt: z.string().nullable(),
})
export type CrawlSummary = z.infer<typeof CrawlSummary>

/** GET /api/crawls/{id} */
export const Crawl = CrawlSummary.extend({
  pages: z.array(CrawledPage),
  skipped: z.array(SkippedAddress),
  /** The number of skipped addresses; `skipped` lists the first 5,000. */
  skippedTotal: z.number().int(),
  /** Number by reason; reasons without any are omitted. */
  skippedByReason: z.partialRecord(SkipReason, z.number().int()),
  /** Failed addresses that may load on another try. */
  retryable: z.number().int(),
})
export type Crawl = z.infer<typeof Crawl>

/** GET /api/crawls/{id}/skipped; `next` is the `after` of the next page. */
export const SkippedList = z.object({ skipped: z.array(SkippedAddress), next: z.number().int().nullable() })
export type SkippedList = z.infer<typeof SkippedList>

/**
 * POST /api/crawls/{id}/continue. Without `maxPages` and `urls`, up to the crawl's page limit, or the plan's once
 * reached.
 */
export const ContinueCrawl = z.object({
  maxPages: z.union([z.number(), z.string()]).optional(),
  /** Exactly these skipped addresses of the crawl, also beyond its maximum depth. */
  urls: z.array(z.string().max(2000)).min(1).max(50).optional(),
  /** Add the pages to this chat from now on. */
  chatId: z.uuid().optional(),
})
export type ContinueCrawl = z.infer<typeof ContinueCrawl>

export const isRunning = (status: CrawlStatus) => status === 'queued' || status === 'crawling'
