/** The words both sides speak about a crawl: starting one, its state, its progress, why an address was not read. */
import { z } from 'zod'
import { CrawledPage } from './pages.ts'

/** POST /api/crawls. `maxPages` and `maxDepth` are wishes: the plan clamps them and the answer says what is in force. */
export const StartCrawl = z.object({
  url: z.string().max(2048, 'An address has at most 2,048 characters.').nullish(),
  maxPages: z.union([z.number(), z.string()]).optional(),
  maxDepth: z.union([z.number(), z.string()]).optional(),
  chatId: z.uuid().optional(),
})
export type StartCrawl = z.infer<typeof StartCrawl>

export const CrawlStatus = z.enum(['queued', 'crawling', 'finished', 'stopped', 'failed'])
export type CrawlStatus = z.infer<typeof CrawlStatus>

/** Progress report (SPEC section 3). When a crawl has ended, `currentUrl` is empty and `currentDepth` 0. */
export const Progress = z.object({
  pagesFound: z.number().int(),
  pagesCrawled: z.number().int(),
  currentUrl: z.string(),
  currentDepth: z.number().int(),
  maxDepth: z.number().int(),
})
export type Progress = z.infer<typeof Progress>

/** Why an address that was found was not read. The words a person reads stand in `skipReasonWords`. */
export const SkipReason = z.enum([
  'robots',
  'other-host',
  'outside-path',
  'excluded-path',
  'excluded-type',
  'beyond-depth',
  'beyond-limit',
  'duplicate',
  'redirect',
  'http-status',
  'timeout',
  'too-large',
  'not-a-page',
  'empty',
  'private-address',
  'network',
  'noindex',
  'nofollow',
  'stopped',
  'no-credits',
  'unreadable',
])
export type SkipReason = z.infer<typeof SkipReason>

export const skipReasonWords: Readonly<Record<SkipReason, string>> = {
  robots: 'The site asks robots not to read this address',
  'other-host': 'On another host',
  'outside-path': 'Outside the path the crawl started in',
  'excluded-path': 'Its path has a part that is never crawled',
  'excluded-type': 'A file, not a page',
  'beyond-depth': 'Deeper than the maximum depth',
  'beyond-limit': 'Beyond the maximum number of pages',
  duplicate: 'The same page as another address',
  redirect: 'Leads to an address that is not part of this crawl',
  'http-status': 'The site answered with an error',
  timeout: 'The site took too long to answer',
  'too-large': 'The page is too large',
  'not-a-page': 'Not an HTML or text page',
  empty: 'No text on the page',
  'private-address': 'A private address',
  network: 'The site could not be reached',
  noindex: 'The page asks not to be indexed',
  nofollow: 'The site asks robots not to follow the link',
  stopped: 'The crawl was stopped before its turn',
  'no-credits': 'No credits were left',
  unreadable: 'The page could not be read',
}

export const SkippedAddress = z.object({
  url: z.string(),
  reason: SkipReason,
  /** More for a person to read: the status, the other address, the rule. Empty when the reason says it all. */
  detail: z.string(),
})
export type SkippedAddress = z.infer<typeof SkippedAddress>

/** A crawl in a list. Times are ISO. */
export const CrawlSummary = z.object({
  id: z.string(),
  url: z.string(),
  chatId: z.string().nullable(),
  status: CrawlStatus,
  /** The values in force after clamping to the plan. */
  maxPages: z.number().int(),
  maxDepth: z.number().int(),
  progress: Progress,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** A sentence while the crawl waits, such as "Waiting its turn on example.org"; empty otherwise. */
  waiting: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type CrawlSummary = z.infer<typeof CrawlSummary>

/** GET /api/crawls/{id} */
export const Crawl = CrawlSummary.extend({
  pages: z.array(CrawledPage),
  skipped: z.array(SkippedAddress),
  /** How many addresses were skipped in all; `skipped` lists the first 5,000. */
  skippedTotal: z.number().int(),
})
export type Crawl = z.infer<typeof Crawl>

export const isRunning = (status: CrawlStatus) => status === 'queued' || status === 'crawling'
