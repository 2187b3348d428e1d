/** The words both sides speak about a crawled page, and the rules on lists of pages that need no server. */
import { z } from 'zod'
import { errorMessage } from './errors.ts'

/** A crawled page as the API shows it (SPEC section 3). */
export const CrawledPage = z.object({
  id: z.string(),
  url: z.string(),
  /** Falls back to the URL path. */
  title: z.string(),
  /** Cleaned text as Markdown. */
  content: z.string(),
  summary: z.string(),
  mainPoints: z.array(z.string()),
  topics: z.array(z.string()),
  selected: z.boolean(),
  /** How far the page's summary is: 'pending' is on its way, 'failed' can be asked for again. */
  analysis: z.enum(['pending', 'done', 'failed']),
  /** True once "Process selected pages" has indexed this version of the page. */
  processed: z.boolean(),
  depth: z.number().int(),
  /** ISO time at which the page was read. */
  fetchedAt: z.string(),
  /** Since when the site does not have the page any more; absent while it is there. */
  goneAt: z.string().optional(),
})
export type CrawledPage = z.infer<typeof CrawledPage>

/** A page in a list: everything but its text, so that a thousand of them travel lightly. */
export const PageSummary = CrawledPage.omit({ content: true })
export type PageSummary = z.infer<typeof PageSummary>

/** POST /api/knowledge */
export const ProcessPages = z.object({ pageIds: z.array(z.uuid(), errorMessage('knowledge.no-pages')).max(10_000) })
export type ProcessPages = z.infer<typeof ProcessPages>

/** What processing did: `passages` is the number now searchable over the whole selection. */
export const Knowledge = z.object({
  processed: z.number().int(),
  unchanged: z.number().int(),
  passages: z.number().int(),
})
export type Knowledge = z.infer<typeof Knowledge>
