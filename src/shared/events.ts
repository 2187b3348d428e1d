/** What GET /api/events tells a signed-in screen: which noun changed. The screen then asks for the noun itself. */
import { z } from 'zod'
import { CheckStatus } from './changes.ts'
import { CrawlStatus, Progress } from './crawl-progress.ts'
import { Tier } from './tier.ts'

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
  /** A check of a chat's pages came one page further, or ended. */
  z.object({
    type: z.literal('check'),
    chatId: z.string(),
    status: CheckStatus,
    pagesChecked: z.number().int(),
    pagesTotal: z.number().int(),
  }),
  /** What is kept of a chat that is not saved yet; `id` is its crawl's. */
  z.object({ type: z.literal('unsaved'), id: z.string() }),
  /** A file made of this crawl or chat came one step further on its way to the document storage. */
  z.object({ type: z.literal('stored-file'), sourceId: z.string() }),
])
export type AppEvent = z.infer<typeof AppEvent>
