/**
 * The job queue: pg-boss in the product's own database, so a job is enqueued in the transaction that needs it and exists
 * exactly when that transaction commits.
 */
import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import { z } from 'zod'
import type { Database, Db } from './db/database.ts'
import { isUniqueViolation } from './db/errors.ts'
import { type Log, withLogFields } from './log.ts'

/** Every queue with its retry policy. Handlers parse the payload of each job. */
const queues = {
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
  /** Summarises the pages of a crawl that have no summary yet. At most one job per crawl waits, see `singletonKey`. */
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

export type SendOptions = {
  /** In a queue with policy 'short', at most one job with this key waits and one runs, over all processes. */
  singletonKey?: string
  startAfterSeconds?: number
}

export type Queue = {
  /** Enqueues a job. Within a transaction, the job exists once `tx` commits. */
  send(tx: Db, name: QueueName, data: Record<string, unknown>, options?: SendOptions): Promise<void>
  /** Serves a queue. A job whose handler throws is retried according to its queue's policy. */
  work(
    name: QueueName,
    options: { concurrency: number },
    handle: (data: unknown, signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  /** For the start of the only worker: the active jobs of dead processes count as failed, and are retried. */
  failOrphans(): Promise<void>
  /** Stops fetching jobs; running jobs continue. */
  pause(): Promise<void>
  /** Waits for running jobs, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}

/**
 * A running job without a heartbeat for this long is run again: its process died, or its completion could not be stored,
 * as on a full disk, and it would block the other jobs with its key. The only worker, as on the embedded database, finds
 * such jobs when it starts (`failOrphans`). The longer time there allows for a restart of the engine.
 */
const HEARTBEAT_SECONDS = { embedded: 60, postgres: 15 }
const SUPERVISE_SECONDS = 10
/** Queues that poll every second keep a twentieth of a core busy while there is no work. */
const MAX_POLLING_SECONDS = 5

export async function openQueue(database: Database, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    db: database.forQueue,
    backend: database.kind === 'postgres' ? 'postgres' : 'pglite',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start().catch((error: unknown) => {
    // Of processes that start together on an empty database, only one can create the queue's tables. The others go on,
    // except that pg-boss takes this error for another one.
    if (!isUniqueViolation(error)) throw error
    return boss.start()
  })

  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, options] of Object.entries(queues)) {
    const { policy, ...rest } = options
    const changeable = { ...rest, notify: true, heartbeatSeconds: HEARTBEAT_SECONDS[database.kind] }
    // Most starts find every queue as an earlier start of this version left it.
    if (hasOptions(existing.get(name), changeable)) continue
    await boss.createQueue(name, { policy, ...changeable })
    // A queue that an earlier version created keeps its policy; all other options follow this version.
    await boss.updateQueue(name, changeable)
    // pg-boss looks a queue up on its first use. Inside an open transaction that would deadlock on the single session.
    await boss.findJobs(name)
  }

  let isOpen = true
  return {
    async send(tx, name, data, options = {}) {
      await boss.send(name, data, {
        db: toBossDatabase(tx),
        ...(options.singletonKey && { singletonKey: options.singletonKey, group: { id: options.singletonKey } }),
        ...(options.startAfterSeconds && { startAfter: options.startAfterSeconds }),
      })
    },
    async work(name, { concurrency }, handle) {
      const options = {
        pollingIntervalSeconds: 1,
        // A new job sends a notification. A delayed one does not when it becomes due, so polling keeps to its delay.
        notifyPollingIntervalSeconds: Math.min(queues[name].retryDelay / 2, MAX_POLLING_SECONDS),
        ...(queues[name].policy === 'short' && { groupConcurrency: 1 }),
      }
      let started = 0
      let busy = 0
      await startWorker()

      /** One at first, and another whenever all are busy: each polls. */
      async function startWorker() {
        started++
        const workerId = await boss.work(name, options, async ([job]) => {
          if (!job) return
          busy++
          if (busy === started && started < concurrency && isOpen) {
            startWorker().catch((error: unknown) => log.error({ err: error, queue: name }, 'queue error'))
          }
          await withLogFields({ queue: name, jobId: job.id, ...idsIn(job.data) }, () =>
            handle(job.data, job.signal),
          ).finally(() => {
            busy--
            // The next job may be due already; without this the worker would wait for its next poll.
            boss.notifyWorker(workerId)
          })
        })
      }
    },
    async failOrphans() {
      for (const name of Object.keys(queues)) {
        const orphans = (await boss.findJobs(name)).filter((job) => job.state === 'active').map((job) => job.id)
        if (orphans.length > 0) await boss.fail(name, orphans, { reason: 'the process that ran it ended' })
      }
    },
    async pause() {
      isOpen = false
      for (const name of Object.keys(queues)) await boss.offWork(name, { wait: false })
    },
    async close(timeoutMs) {
      isOpen = false
      await boss.stop({ graceful: true, timeout: timeoutMs, close: false })
    },
  }
}

/** True for a queue that an earlier start of this version created. */
function hasOptions(queue: QueueOptions | undefined, wanted: Partial<QueueOptions>): boolean {
  return (
    queue !== undefined &&
    Object.entries(wanted).every(([option, value]) => queue[option as keyof QueueOptions] === value)
  )
}

/** Of pages that join a notebook one after another, the gaps are asked once. */
const GAP_CHECK_DELAY_SECONDS = 60

/** Within `tx`, when a chat gets pages. Crawls, checks and saved chats enqueue it, and none of them uses another. */
export function enqueueGapCheck(queue: Queue, tx: Db, chatId: string) {
  return queue.send(tx, 'check-gaps', { chatId }, { singletonKey: chatId, startAfterSeconds: GAP_CHECK_DELAY_SECONDS })
}

/** After the database's clock was set back: jobs that were queued in what is now the future keep their delay from now. */
export async function moveJobsBack(db: Db) {
  await db.execute(sql`
    update pgboss.job set start_after = now() + (start_after - created_on), created_on = now()
     where state in ('created', 'retry') and created_on > now() + interval '10 seconds'`)
}

/** The ids in a job's payload, for the log: `crawlId`, `chatId` and the like. */
function idsIn(data: unknown): Record<string, string> {
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : []
  return Object.fromEntries(fields.filter(([name, value]) => name.endsWith('Id') && typeof value === 'string'))
}

/** Adapts a Drizzle transaction to pg-boss. The queries it passes are built with the `sql` given here, hence the cast. */
function toBossDatabase(tx: Db) {
  const execute = async (query: unknown) =>
    z.object({ rows: z.array(z.unknown()) }).parse(await tx.execute(query as SQL))
  return fromDrizzle({ execute }, sql)
}
