/** Crawled pages. */
import { z } from 'zod'
import { invalid } from '#shared/errors.ts'

/** A crawled page in the API (specification, section 3). */
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
  /** State of the page's summary; 'failed' can be retried. */
  analysis: z.enum(['pending', 'done', 'failed']),
  /** Whether "Process selected pages" has indexed this version of the page. */
  processed: z.boolean(),
  /** Present when the main text was probably cut badly: parts are missing, or parts do not belong to it. */
  uncertain: z.literal(true).optional(),
  depth: z.number().int(),
  /** ISO time. */
  fetchedAt: z.string(),
  /** Since when the page is gone from the site; absent while it exists. */
  goneAt: z.string().optional(),
})
export type CrawledPage = z.infer<typeof CrawledPage>

/** A page in a list, without its text. */
export const PageSummary = CrawledPage.omit({ content: true })
export type PageSummary = z.infer<typeof PageSummary>

/** POST /api/knowledge */
export const ProcessPages = z.object({ pageIds: z.array(z.uuid(), invalid('knowledge.no-pages')).max(10_000) })
export type ProcessPages = z.infer<typeof ProcessPages>

/** PUT /api/crawls/{id}/selection: none to select no page. */
export const SelectPages = z.object({ pageIds: z.array(z.uuid()).max(10_000) })
export type SelectPages = z.infer<typeof SelectPages>

/** POST /api/knowledge/questions */
export const SuggestQuestions = ProcessPages
export type SuggestQuestions = ProcessPages

/** Questions that the given pages answer, best first; few or none for pages without headings and definitions. */
export const SuggestedQuestions = z.object({ questions: z.array(z.string()) })
export type SuggestedQuestions = z.infer<typeof SuggestedQuestions>

/** The result of processing; `passages` is the number of searchable passages in the selection. */
export const Knowledge = z.object({
  processed: z.number().int(),
  unchanged: z.number().int(),
  passages: z.number().int(),
})
export type Knowledge = z.infer<typeof Knowledge>
