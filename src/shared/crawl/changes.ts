/** "Check for changes": checks of a chat's pages and their schedule. */
import { z } from 'zod'
import { ErrorBody, MessageValues } from '#shared/error-body.ts'

export const CheckStatus = z.enum(['checking', 'finished', 'stopped', 'failed'])
export type CheckStatus = z.infer<typeof CheckStatus>

/** The result for a page. 'failed': it could not be read this time, and its stored text is unchanged. */
export const CheckedState = z.enum(['unchanged', 'changed', 'gone', 'failed'])
export type CheckedState = z.infer<typeof CheckedState>

/** Per side; the counts are of all. */
export const SENTENCES_SHOWN = 20

/** Sentences that only one of two versions of a page has, in page order. */
export const Difference = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  addedCount: z.number().int(),
  removedCount: z.number().int(),
})
export type Difference = z.infer<typeof Difference>

/** `added`: a new page of the site, which joined the chat. */
const ListedState = z.enum([...CheckedState.options, 'added'])

export const CheckedPage = z.object({
  /** The version now used by the chat. */
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  state: ListedState,
  /** Why it could not be read, or counts as gone, in English. */
  detail: z.string(),
  /** Code and values of `detail`, as in a skipped address. */
  detailCode: z.string().optional(),
  values: MessageValues.optional(),
  difference: Difference.nullable(),
})
export type CheckedPage = z.infer<typeof CheckedPage>

/** Times are ISO. `pages` are those that are new, changed, are gone or could not be read. */
export const ChatCheck = z.object({
  id: z.string(),
  status: CheckStatus,
  error: ErrorBody.nullable(),
  scheduled: z.boolean(),
  pagesTotal: z.number().int(),
  pagesChecked: z.number().int(),
  pagesChanged: z.number().int(),
  pagesGone: z.number().int(),
  pagesFailed: z.number().int(),
  /** New pages of the site that were read and joined the chat. */
  pagesAdded: z.number().int(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  pages: z.array(CheckedPage),
})
export type ChatCheck = z.infer<typeof ChatCheck>

export const CheckEvery = z.enum(['daily', 'weekly'])
export type CheckEvery = z.infer<typeof CheckEvery>

/** PUT /api/chats/{id}/changes/schedule */
export const ScheduleChecks = z.object({ every: CheckEvery.nullable() })
export type ScheduleChecks = z.infer<typeof ScheduleChecks>

/** GET /api/chats/{id}/changes: the latest checks, newest first, and the schedule. */
export const ChatChanges = z.object({
  checks: z.array(ChatCheck),
  every: CheckEvery.nullable(),
  nextAt: z.string().nullable(),
})
export type ChatChanges = z.infer<typeof ChatChanges>

/** How long after one check the next is due. */
export const checkIntervalMs: Readonly<Record<CheckEvery, number>> = { daily: 24 * 3600_000, weekly: 7 * 24 * 3600_000 }
