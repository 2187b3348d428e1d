/** Status and progress of a crawl. */
import { z } from 'zod'
import { MessageValues } from '#shared/error-body.ts'

export const CrawlStatus = z.enum(['queued', 'crawling', 'finished', 'stopped', 'failed'])
export type CrawlStatus = z.infer<typeof CrawlStatus>

/** How long a wait takes. A browser whose clock is wrong shows at most `seconds`. */
const Countdown = { until: z.string(), seconds: z.number() }

/** Why the last attempt failed, as in a skipped address. */
const WaitReason = z.object({ detail: z.string(), detailCode: z.string().optional(), values: MessageValues.optional() })
export type WaitReason = z.infer<typeof WaitReason>

/**
 * What a running crawl waits for: another crawl, preview or check of its host, the next attempt at a page, the delay
 * between two pages, or the summaries of its last pages.
 */
export const CrawlWait = z.discriminatedUnion('code', [
  z.object({ code: z.literal('retry'), url: z.string(), reason: WaitReason.optional(), ...Countdown }),
  z.object({ code: z.literal('delay'), isSiteRule: z.boolean(), ...Countdown }),
  z.object({ code: z.literal('host'), host: z.string() }),
  z.object({ code: z.literal('summaries'), pages: z.number().int() }),
])
export type CrawlWait = z.infer<typeof CrawlWait>

/** Progress report (specification, section 3). When a crawl has ended, `currentUrl` is empty and `currentDepth` 0. */
export const Progress = z.object({
  pagesFound: z.number().int(),
  pagesCrawled: z.number().int(),
  currentUrl: z.string(),
  currentDepth: z.number().int(),
  maxDepth: z.number().int(),
})
export type Progress = z.infer<typeof Progress>
