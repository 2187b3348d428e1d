/** Passages: the sections of pages that are searched. */
import { z } from 'zod'
import { QUESTION_MAX_LENGTH } from './chat-limits.ts'
import { invalid } from '#shared/errors.ts'

export const PASSAGES_MAX = 50

/** GET /api/knowledge/passages: in a crawl's pages, or in the selected pages of a chat. */
export const SearchPassages = z.object({
  q: z.string().trim().min(1, invalid('search.query-required')).max(QUESTION_MAX_LENGTH),
  crawlId: z.uuid().optional(),
  chatId: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(PASSAGES_MAX).default(8),
})
export type SearchPassages = z.infer<typeof SearchPassages>

export const FoundPassage = z.object({
  id: z.string(),
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  /** The headings above it, outermost first. */
  headings: z.array(z.string()),
  /** Verbatim, as Markdown. */
  text: z.string(),
  /** Higher is better; only comparable within one response. */
  score: z.number(),
})
export type FoundPassage = z.infer<typeof FoundPassage>
