/** How far a crawl is. */
import { z } from 'zod'

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
