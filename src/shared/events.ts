/** What GET /api/events tells a signed-in screen: which noun changed. The screen then asks for the noun itself. */
import { z } from 'zod'
import { Progress, CrawlStatus } from './crawls.ts'
import { Tier } from './plans.ts'

export const AppEvent = z.discriminatedUnion('type', [
  /** With the plan, when that changed too. */
  z.object({ type: z.literal('credits'), credits_count: z.number().int(), tier: Tier.optional() }),
  z.object({
    type: z.literal('crawl'),
    id: z.string(),
    status: CrawlStatus,
    progress: Progress,
    /** As in the crawl itself. */
    waiting: z.string(),
  }),
  /** How far "Process selected pages" is; with all pages the index is being built, and then the request is answered. */
  z.object({ type: z.literal('knowledge'), pages: z.number().int(), ofPages: z.number().int() }),
  z.object({ type: z.literal('chat'), id: z.string() }),
])
export type AppEvent = z.infer<typeof AppEvent>
