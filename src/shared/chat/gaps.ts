/** Gaps: questions that the pages of a notebook do not answer, grouped by subject. */
import { z } from 'zod'

export const GapPage = z.object({
  /** Null once the page is deleted. */
  pageId: z.string().nullable(),
  url: z.string(),
  title: z.string(),
  /** Verbatim from the stored page. */
  sentence: z.string(),
})
export type GapPage = z.infer<typeof GapPage>

export const GapDecision = z.enum(['open', 'resolved', 'ignored'])
export type GapDecision = z.infer<typeof GapDecision>

/** How a question was left unanswered. */
export type GapKind = 'closest' | 'refused' | 'unconfirmed'

export const Gap = z.object({
  /** Of the group, as long as its first question is stored. */
  id: z.string(),
  /** Each wording once, the latest first. */
  questions: z.array(z.string()),
  /** How often they were asked. */
  count: z.number().int(),
  /** How many of these were refused; the others got the closest passages, or are unconfirmed. */
  refused: z.number().int(),
  /** How many got an answer of a language model with a claim that the pages don't have, or have otherwise. */
  unconfirmed: z.number().int(),
  first_asked: z.string(),
  last_asked: z.string(),
  /** The page closest to the latest question. */
  closest: GapPage.nullable(),
  /** The page that answers the question since it was last asked, as the last check found. */
  answered_by: GapPage.nullable(),
  /** `resolved` only until the question stays unanswered again. */
  decision: GapDecision,
})
export type Gap = z.infer<typeof Gap>

/** GET and POST /api/notebooks/{id}/gaps */
export const Gaps = z.object({
  /** Most asked first. */
  gaps: z.array(Gap),
  /** Older unanswered questions that the plan leaves out. */
  questions_left_out: z.number().int(),
  /** Of the last check; null before the first. */
  checked_at: z.string().nullable(),
  /** True when pages joined the notebook after the last check. */
  needs_check: z.boolean(),
  /** Whether questions are stored that no chat stores: those of programs and visitors, without who asked. */
  records_questions: z.boolean(),
  /** How long those are kept. */
  keep_questions_days: z.number().int(),
})
export type Gaps = z.infer<typeof Gaps>

/** PATCH /api/notebooks/{id}/gaps. Recording off also deletes what was recorded. */
export const ChangeGapSettings = z.object({
  records_questions: z.boolean().optional(),
  keep_questions_days: z.number().int().min(1).max(365).optional(),
})
export type ChangeGapSettings = z.infer<typeof ChangeGapSettings>

/** PATCH /api/notebooks/{id}/gaps/{gapId} */
export const DecideGap = z.object({ decision: GapDecision })
