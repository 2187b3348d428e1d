/** Golden questions of a notebook: what its pages must answer, and the runs that check it. */
import { z } from 'zod'
import { visibleText } from '#shared/visible-text.ts'
import { invalid } from '#shared/errors.ts'

const LONGEST_QUESTION = 500
const LONGEST_SENTENCE = 2000
const MOST_WORDS = 20
/** More than any plan crawls. */
const MOST_PAGES = 1_000_000

const Text = (longest: number) => visibleText().max(longest)
const Words = z.array(Text(200)).max(MOST_WORDS).default([])

/** What a person writes, also in a golden file. `page` is an address, or a path that any host may have. */
export const GoldenQuestionInput = z
  .strictObject({
    question: visibleText(invalid('golden.question-missing')).max(LONGEST_QUESTION),
    page: Text(2048)
      .regex(/^(?:https?:\/\/|\/(?!\/))\S*$/, invalid('golden.page-invalid'))
      .refine((page) => page.startsWith('/') || z.url().safeParse(page).success, invalid('golden.page-invalid'))
      .nullish()
      .transform((page) => page ?? null),
    /** Must be on the page, or on any page without one. */
    sentence: Text(LONGEST_SENTENCE)
      .nullish()
      .transform((sentence) => sentence ?? null),
    /** Words that the answer must have, and those that it must not have. */
    must_include: Words,
    must_not_include: Words,
  })
  .describe('A question that the pages of a notebook must answer')
export type GoldenQuestionInput = z.infer<typeof GoldenQuestionInput>
/** As it is sent: only the question is required. */
export type NewGoldenQuestion = z.input<typeof GoldenQuestionInput>

const WholeNumber = (least: number) =>
  z
    .int(invalid('golden.number-invalid'))
    .min(least, invalid('golden.number-invalid'))
    .max(MOST_PAGES, invalid('golden.number-invalid'))

/** Where a golden file says that its site is, and how far it is crawled. Only `readback check` uses it. */
export const GoldenSite = z
  .object({
    site: z
      .url({ protocol: /^https?$/, error: invalid('golden.site-invalid') })
      .max(2048)
      .optional(),
    /** Of built HTML, relative to the file. */
    folder: Text(1000).optional(),
    pages: WholeNumber(1).optional(),
    depth: WholeNumber(0).optional(),
  })
  .describe('The site of a golden file')
export type GoldenSite = z.infer<typeof GoldenSite>

export const GoldenQuestion = z.object({
  id: z.string(),
  question: z.string(),
  page: z.string().nullable(),
  sentence: z.string().nullable(),
  must_include: z.array(z.string()),
  must_not_include: z.array(z.string()),
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

/**
 * - `passed`: the sentence is on its page, and the answer has the page and the words.
 * - `changed`: the page says it in other words now, or another page says it.
 * - `lost`: no page says it any more, or the pages no longer answer.
 * - `failed`: the sentence is still there, but the answer lacks the page or a word, or has a forbidden one.
 */
export const GoldenOutcome = z.enum(['passed', 'changed', 'lost', 'failed'])
export type GoldenOutcome = z.infer<typeof GoldenOutcome>

const GoldenFault = z.enum(['not-answered', 'other-page', 'missing-words', 'forbidden-words'])

export const GoldenResult = z.object({
  question_id: z.string(),
  question: z.string(),
  outcome: GoldenOutcome,
  /** True if it did not pass in the run before. */
  newly_answered: z.boolean(),
  /** The sentence that was expected; null when the question has none. */
  expected: z.string().nullable(),
  /** The sentence that is there now, with its page. Of a lost one, what the pages answer instead. Null for neither. */
  found: z.object({ page_id: z.string(), url: z.string(), title: z.string(), sentence: z.string() }).nullable(),
  /** Why it failed; null for another outcome. */
  fault: GoldenFault.nullable(),
  /** Words that are missing, or that are there but must not be. */
  words: z.array(z.string()),
})
export type GoldenResult = z.infer<typeof GoldenResult>

export const GoldenRun = z.object({
  id: z.string(),
  ran_at: z.string(),
  /** Pages that were searched. */
  pages: z.number(),
  passed: z.number(),
  changed: z.number(),
  lost: z.number(),
  failed: z.number(),
})
export type GoldenRun = z.infer<typeof GoldenRun>

/** GET and POST /api/notebooks/{id}/golden-questions; POST /api/notebooks/{id}/golden-runs */
export const GoldenQuestions = z.object({
  /** As the last imported golden file had it, or as it was set. */
  site: GoldenSite,
  questions: z.array(GoldenQuestion),
  /** Newest first. */
  runs: z.array(GoldenRun),
  /** Of the newest run. */
  results: z.array(GoldenResult),
})
export type GoldenQuestions = z.infer<typeof GoldenQuestions>

/** GET /api/notebooks/{id}/golden-questions/export. CSV has the questions alone. */
export const GoldenFormat = z.enum(['yaml', 'json', 'csv'])
export type GoldenFormat = z.infer<typeof GoldenFormat>

/** GET /api/notebooks/{id}/golden-suggestions */
export const SuggestedGoldenQuestions = z.object({
  questions: z.array(
    z.object({
      question: z.string(),
      page: z.string(),
      /** Of the page. */
      title: z.string(),
      sentence: z.string(),
    }),
  ),
})
export type SuggestedGoldenQuestions = z.infer<typeof SuggestedGoldenQuestions>

/** POST /api/notebooks/{id}/golden-questions/import. YAML includes JSON. */
export const ImportGoldenQuestions = z.object({ format: z.enum(['yaml', 'csv']), file: z.string().max(1_000_000) })
