/** Change reports of a notebook, and where they are sent: mail, feed and webhook. */
import { z } from 'zod'

export const ChangeKind = z.enum(['added', 'removed', 'moved', 'changed'])
export type ChangeKind = z.infer<typeof ChangeKind>

export const ReportedPage = z.object({
  kind: ChangeKind,
  url: z.string(),
  title: z.string(),
  /** The stored page, the new version of a changed one; null for an address that was not read. */
  page_id: z.string().nullable(),
  /** The new address of a moved page. */
  moved_to: z.string().nullable(),
  /**
   * Of a changed page. Sentences that were reworded, those that are only in the new version, or only in the old one.
   */
  reworded: z.array(z.object({ before: z.string(), after: z.string() })),
  new_sentences: z.array(z.string()),
  removed_sentences: z.array(z.string()),
  /** New and removed sentences that are not listed. */
  sentences_left_out: z.number().int(),
})
export type ReportedPage = z.infer<typeof ReportedPage>

export const ReportedQuestion = z.object({
  question_id: z.string(),
  question: z.string(),
  /** `sentence`: the page no longer has the expected sentence. `page`: the expected page changed or is gone. */
  touched: z.enum(['sentence', 'page']),
  sentence: z.string().nullable(),
  url: z.string(),
})
export type ReportedQuestion = z.infer<typeof ReportedQuestion>

export const ReportedCitation = z.object({
  message_id: z.string(),
  marker: z.number().int(),
  url: z.string(),
  title: z.string(),
  sentence: z.string(),
  gone: z.enum(['sentence', 'page']),
})
export type ReportedCitation = z.infer<typeof ReportedCitation>

export const ReportContent = z.object({
  chat_title: z.string(),
  /** Pages by kind; `pages` lists them in this order, at most 200. */
  counts: z.object({ added: z.number(), removed: z.number(), moved: z.number(), changed: z.number() }),
  pages: z.array(ReportedPage),
  /** Golden questions of the notebook that a changed or removed page touches. */
  questions: z.array(ReportedQuestion),
  /** Citations of saved answers whose sentence or page is gone since this check. */
  citations: z.array(ReportedCitation),
})
export type ReportContent = z.infer<typeof ReportContent>

export const DeliveryStatus = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const DeliveryAttempt = z.object({
  at: z.string(),
  /** Null without an HTTP response. */
  status: z.number().int().nullable(),
  /** Why it failed, in English; null when it was accepted. */
  error: z.string().nullable(),
  ms: z.number().int(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

const Delivery = z.object({
  status: DeliveryStatus,
  /** The last ones, oldest first. */
  attempts: z.array(DeliveryAttempt),
})

export const ChangeReportSummary = z.object({
  id: z.string(),
  notebook_id: z.string(),
  /** Null when the chat was deleted for good. */
  chat_id: z.string().nullable(),
  chat_title: z.string(),
  created_at: z.string(),
  counts: ReportContent.shape.counts,
  questions_touched: z.number().int(),
  citations_touched: z.number().int(),
  /** Null when no webhook was set at the time of the check. */
  delivery: Delivery.nullable(),
})
export type ChangeReportSummary = z.infer<typeof ChangeReportSummary>

/** GET /api/change-reports/{id}, and the `report` of a webhook delivery, which has no `delivery`. */
export const ChangeReport = ChangeReportSummary.extend(ReportContent.shape)
export type ChangeReport = z.infer<typeof ChangeReport>

export const ChangeOutlets = z.object({
  mails: z.boolean(),
  /** The address itself is shown only when it is created. */
  feed: z.object({ created_at: z.string() }).nullable(),
  webhook: z.object({ url: z.string() }).nullable(),
})
export type ChangeOutlets = z.infer<typeof ChangeOutlets>

/** GET /api/notebooks/{id}/changes */
export const NotebookChanges = ChangeOutlets.extend({
  /** Newest first. */
  reports: z.array(ChangeReportSummary),
  /** Send as `after` for the next page; null on the last one. */
  next: z.string().nullable(),
})
export type NotebookChanges = z.infer<typeof NotebookChanges>

/** PATCH /api/notebooks/{id}/changes */
export const ChangeMails = z.object({ mails: z.boolean() })

/** POST /api/notebooks/{id}/changes/feed */
export const NewFeed = z.object({ url: z.string() })
export type NewFeed = z.infer<typeof NewFeed>

/** PUT /api/notebooks/{id}/changes/webhook */
export const SetWebhook = z.object({ url: z.string().trim().min(1).max(2048) })

/** The secret is shown only once. */
export const NewWebhook = z.object({ url: z.string(), secret: z.string() })
export type NewWebhook = z.infer<typeof NewWebhook>

/** In the order in which a report lists them. */
export const changeKinds = ChangeKind.options
