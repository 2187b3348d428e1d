import type { Queue as QueueOptions } from 'pg-boss'
import { z } from 'zod'

/** Every queue with its retry policy. */
export const queues = {
  /** Sends one email. Deleted right after completion, because the payload holds a code. Retried for about a day. */
  'send-mail': {
    policy: 'standard',
    retryLimit: 12,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 7200,
    deleteAfterSeconds: 1,
    expireInSeconds: 120,
  },
  /** Summarizes the pages of a crawl that have no summary yet. At most one job per crawl waits, see `singletonKey`. */
  'analyse-pages': {
    policy: 'short',
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    deleteAfterSeconds: 3600,
    expireInSeconds: 900,
  },
  /** Embeds the passages of a user's processed pages. At most one job per user waits, see `singletonKey`. */
  'embed-passages': {
    policy: 'short',
    retryLimit: 8,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 3600,
    expireInSeconds: 3600,
  },
  /** Cancels the subscriptions of a deleted account. Retried for about a week, so no deleted account keeps paying. */
  'end-subscriptions': {
    policy: 'standard',
    retryLimit: 40,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 6 * 3600,
    deleteAfterSeconds: 3600,
    expireInSeconds: 120,
    // The default of 14 days would end before the last retry.
    retentionSeconds: 30 * 86_400,
  },
  /** Ends a recheck whose job failed for good, so the next can start. Must precede `check-pages`, which names it. */
  'end-check': {
    policy: 'standard',
    retryLimit: 1000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 60,
    expireInSeconds: 120,
  },
  /** Rechecks a chat's pages, each job resuming where the last ended. At most one job per recheck waits. */
  'check-pages': {
    deadLetter: 'end-check',
    policy: 'short',
    retryLimit: 100,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: 60,
    expireInSeconds: 600,
  },
  /** Starts a chat's next scheduled recheck, a day or a week after the last. */
  'scheduled-check': {
    policy: 'standard',
    retryLimit: 100,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 60,
    expireInSeconds: 120,
  },
  /**
   * Uploads a file to the document storage. At most one job per file waits, see `singletonKey`. The handler counts
   * attempts and enqueues the next one itself; this policy retries only unexpected errors.
   */
  'save-file': {
    policy: 'short',
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 3600,
    expireInSeconds: 300,
  },
  /**
   * Sends a change report to a webhook. The handler counts attempts and enqueues the next one itself; this policy
   * retries only unexpected errors.
   */
  'deliver-webhook': {
    policy: 'short',
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 60,
    expireInSeconds: 120,
  },
  /** Mails the new change reports of a notebook. At most one job per notebook waits. */
  'mail-changes': {
    policy: 'short',
    retryLimit: 20,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 60,
    expireInSeconds: 120,
  },
  /** Asks the gaps of a chat's notebook again. At most one job per chat waits. */
  'check-gaps': {
    policy: 'short',
    retryLimit: 3,
    retryDelay: 10,
    retryBackoff: true,
    deleteAfterSeconds: 60,
    expireInSeconds: 600,
  },
  /** Removes a deleted chat for good once it can no longer be restored. */
  'forget-chat': {
    policy: 'standard',
    retryLimit: 12,
    retryDelay: 10,
    retryBackoff: true,
    deleteAfterSeconds: 3600,
    expireInSeconds: 300,
  },
} as const satisfies Record<string, Omit<QueueOptions, 'name'>>

export type QueueName = keyof typeof queues

/** The payload of the jobs of each queue. Ids are looked up, so their form is not checked. */
export const jobData = {
  /** An encrypted mail, because it may contain a sign-in code. */
  'send-mail': z.object({ sealed: z.string() }),
  /** The pending pages of a crawl; with `retry`, those whose analysis failed too; or one page. */
  'analyse-pages': z.union([
    z.object({ crawlId: z.string(), retry: z.number().int().optional() }),
    z.object({ pageId: z.string() }),
  ]),
  /** The pages of one user; without `userId`, enqueues a job for every user whose pages lack vectors. */
  'embed-passages': z.object({ userId: z.string().optional() }),
  'end-subscriptions': z.object({ customerId: z.string() }),
  'end-check': z.object({ checkId: z.string() }),
  'check-pages': z.object({ checkId: z.string() }),
  'scheduled-check': z.object({ chatId: z.string(), dueAt: z.iso.datetime() }),
  'save-file': z.object({ fileId: z.string() }),
  'deliver-webhook': z.object({ reportId: z.string(), attempt: z.number().int() }),
  'mail-changes': z.object({ notebookId: z.string() }),
  'check-gaps': z.object({ chatId: z.string() }),
  'forget-chat': z.object({ chatId: z.string() }),
} as const satisfies Record<QueueName, z.ZodType>

export type JobData<Name extends QueueName> = z.infer<(typeof jobData)[Name]>
