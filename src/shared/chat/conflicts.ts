/** Conflicts: statements on two pages of a notebook that disagree about one fact. */
import { z } from 'zod'

/** What kind of value differs; a switch is on or off, yes or no. */
export type ValueKind = 'number' | 'price' | 'date' | 'version' | 'switch' | 'word'

/** What the statements give a value for; `amount` is any other value. */
export const ConflictProperty = z.enum(['default', 'maximum', 'minimum', 'since', 'price', 'availability', 'amount'])
export type ConflictProperty = z.infer<typeof ConflictProperty>

export const Statement = z.object({
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  /** Verbatim from the stored page. */
  sentence: z.string(),
  /** The words of the sentence that differ. */
  value: z.string(),
})
export type Statement = z.infer<typeof Statement>

export const Conflict = z.object({
  id: z.string(),
  property: ConflictProperty,
  /** The words that both sentences share; conflicts about one subject have the same. */
  subject: z.string(),
  /** Two, on different pages. */
  statements: z.array(Statement),
  /** Kept by later searches as long as both sentences stay the same. */
  dismissed: z.boolean(),
})
export type Conflict = z.infer<typeof Conflict>

/** GET and POST /api/notebooks/{id}/conflicts */
export const Conflicts = z.object({
  /** Of the last search; null before the first. */
  searched_at: z.string().nullable(),
  pages_compared: z.number(),
  /** Pages that were left out, because the plan compares fewer. */
  pages_left_out: z.number(),
  conflicts: z.array(Conflict),
})
export type Conflicts = z.infer<typeof Conflicts>

/** PATCH /api/conflicts/{id} */
export const ChangeConflict = z.object({ dismissed: z.boolean() })
