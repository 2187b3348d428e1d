/** The words both sides speak about a crawl: starting one, its state, its progress, why an address was not read. */
import { z } from 'zod'
import { Branch, CrawlSettings, ShownCrawlSettings } from './crawl-settings.ts'
import { CrawlStatus, Progress } from './crawl-progress.ts'
import { CrawledPage } from './pages.ts'

/** POST /api/crawls. `maxPages` and `maxDepth` are wishes: the plan clamps them and the answer says what is in force. */
export const StartCrawl = z.object({
  url: z.string().max(2048, 'An address has at most 2,048 characters.').nullish(),
  maxPages: z.union([z.number(), z.string()]).optional(),
  maxDepth: z.union([z.number(), z.string()]).optional(),
  chatId: z.uuid().optional(),
  /** Custom crawler settings; anything but the plain ones needs a plan that has them. */
  settings: CrawlSettings.partial().optional(),
  /** Only these parts of the site, as ticked in its preview; the start page is read in any case. */
  branches: z.array(Branch).max(2000).optional(),
  /** A mail to the person when the crawl has ended. */
  mailAtEnd: z.boolean().optional(),
})
export type StartCrawl = z.infer<typeof StartCrawl>

export { CrawlStatus, Progress }

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
  'robots-unreachable',
  'excluded-pattern',
  'not-chosen',
  'needs-browser',
  'cut',
])
export type SkipReason = z.infer<typeof SkipReason>

export const skipReasonWords = {
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
  'robots-unreachable': "The site's robots.txt could not be read",
  'excluded-pattern': 'Left out by the patterns of this crawl',
  'not-chosen': 'Not among the parts of the site that were ticked',
  'needs-browser': 'The page shows nothing without a browser',
  cut: 'Parts of a page that is too large to be kept whole',
} as const satisfies Record<SkipReason, string>

/** The reasons that are failures rather than rules: what "Retry failed only" tries again. */
export const failedReasons: readonly SkipReason[] = [
  'http-status',
  'timeout',
  'network',
  'too-large',
  'unreadable',
  'robots-unreachable',
  'needs-browser',
]

/** The reasons that "Continue this crawl" lifts: addresses that only ran out of pages, time or credits. */
export const unfinishedReasons: readonly SkipReason[] = ['beyond-limit', 'stopped', 'no-credits']

/** Addresses that no rule keeps from being read: offered when the pages read so far do not answer a question. */
export const addressesToOffer: readonly SkipReason[] = [...unfinishedReasons, 'beyond-depth']

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
  /** How many crawls are before this one while it is queued; null otherwise. */
  queuePlace: z.number().int().nullable(),
  settings: ShownCrawlSettings,
  branches: z.array(Branch),
  mailAtEnd: z.boolean(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type CrawlSummary = z.infer<typeof CrawlSummary>

/** GET /api/crawls/{id} */
export const Crawl = CrawlSummary.extend({
  pages: z.array(CrawledPage),
  skipped: z.array(SkippedAddress),
  /** How many addresses were skipped in all; `skipped` lists the first 5,000. */
  skippedTotal: z.number().int(),
  /** How many for each reason; reasons without any are left out. */
  skippedByReason: z.partialRecord(SkipReason, z.number().int()),
})
export type Crawl = z.infer<typeof Crawl>

/** GET /api/crawls/{id}/skipped: a page of the skipped list, `next` is the `after` of the one that follows. */
export const SkippedPage = z.object({ skipped: z.array(SkippedAddress), next: z.number().int().nullable() })
export type SkippedPage = z.infer<typeof SkippedPage>

/** POST /api/crawls/{id}/continue: reads on; the plan's next allowance when nothing is said. */
export const ContinueCrawl = z.object({
  maxPages: z.union([z.number(), z.string()]).optional(),
  /** Exactly these unread addresses of the crawl, also those deeper than its maximum depth. */
  urls: z.array(z.string().max(2000)).min(1).max(50).optional(),
  /** The chat that the pages join from now on. */
  chatId: z.uuid().optional(),
})
export type ContinueCrawl = z.infer<typeof ContinueCrawl>

export const isRunning = (status: CrawlStatus) => status === 'queued' || status === 'crawling'
