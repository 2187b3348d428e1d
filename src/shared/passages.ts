/** The words both sides speak about passages: the pieces of pages that are searched. */
import { z } from 'zod'
import { QUESTION_MAX_LENGTH } from './chats.ts'

export const PASSAGES_MAX = 50

/** GET /api/knowledge/passages: in a crawl's pages, or in those that a chat's answers draw on. */
export const SearchPassages = z.object({
  q: z.string().trim().min(1, 'Say what to search for.').max(QUESTION_MAX_LENGTH),
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
  /** The headings it stands under, from the outermost. */
  headings: z.array(z.string()),
  /** Verbatim, as Markdown. */
  text: z.string(),
  /** Higher fits better; comparable only within one answer. */
  score: z.number(),
})
export type FoundPassage = z.infer<typeof FoundPassage>
