/** Events of GET /api/events. Each names what changed; the browser then refetches it. */
import { z } from 'zod'
import { CheckStatus } from './crawl/changes.ts'
import { CrawlStatus, CrawlWait, Progress } from './crawl/crawl-progress.ts'
import { Tier } from './tier.ts'

export const AppEvent = z.discriminatedUnion('type', [
  /** With `tier` if the plan changed too. */
  z.object({ type: z.literal('credits'), credits_count: z.number().int(), tier: Tier.optional() }),
  z.object({
    type: z.literal('crawl'),
    id: z.string(),
    status: CrawlStatus,
    progress: Progress,
    /** As in the crawl itself. */
    waiting: CrawlWait.nullable(),
  }),
  /** Progress of "Process selected pages". At `ofPages`, the index is built before the request is answered. */
  z.object({ type: z.literal('knowledge'), pages: z.number().int(), ofPages: z.number().int() }),
  z.object({ type: z.literal('chat'), id: z.string() }),
  /** Progress or end of a check of a chat's pages. */
  z.object({
    type: z.literal('check'),
    chatId: z.string(),
    status: CheckStatus,
    pagesChecked: z.number().int(),
    pagesTotal: z.number().int(),
  }),
  /** A notebook has a new change report, or the delivery of one has changed. */
  z.object({ type: z.literal('changes'), notebookId: z.string() }),
  /** Messages of an unsaved chat changed; `id` is its crawl. */
  z.object({ type: z.literal('unsaved'), id: z.string() }),
  /** A file of this crawl or chat changed its status in the document storage. */
  z.object({ type: z.literal('stored-file'), sourceId: z.string() }),
])
export type AppEvent = z.infer<typeof AppEvent>
