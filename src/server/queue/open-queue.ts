/**
 * The job queue: pg-boss in the product's own database, so that a job is enqueued inside the transaction that makes
 * it necessary and is there exactly when that transaction commits.
 */
import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import { z } from 'zod'
import type { Database, Db } from '#server/db/database.ts'
import { type Log, withLogFields } from '#server/log.ts'

/** Every queue with what its jobs carry and how they are retried. Payloads are parsed again when a job is taken. */
const queues = {
  /** One mail. Kept no longer than it takes: the payload holds a code. Retried for about a day. */
  'send-mail': {
    policy: 'standard',
    retryLimit: 12,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 7200,
    deleteAfterSeconds: 1,
    expireInSeconds: 120,
  },
  /** Summaries for the pages of a crawl that have none yet. One waits at most per crawl, see `singletonKey`. */
  'analyse-pages': {
    policy: 'short',
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    deleteAfterSeconds: 3600,
    expireInSeconds: 900,
  },
  /** Vectors for the passages of a person's processed pages. One waits at most per person, see `singletonKey`. */
  'embed-passages': {
    policy: 'short',
    retryLimit: 8,
    retryDelay: 15,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 3600,
    expireInSeconds: 3600,
  },
  /** The subscriptions of an account that was deleted. Retried for about a week: nobody may go on paying for nothing. */
  'end-subscriptions': {
    policy: 'standard',
    retryLimit: 40,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 6 * 3600,
    deleteAfterSeconds: 3600,
    expireInSeconds: 120,
    // The usual fortnight would end while the retries go on.
    retentionSeconds: 30 * 86_400,
  },
  /** Ends a check whose job was given up, so that the next can begin. Above the queue that names it: made in this order. */
  'end-check': {
    policy: 'standard',
    retryLimit: 1000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 60,
    expireInSeconds: 120,
  },
  /** A check of a chat's pages. One waits at most per check, see `singletonKey`; each job goes on where the last ended. */
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
  /** Begins a chat's next check of itself, a day or a week after it was asked for. */
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
   * A file for the document storage; one job waits at most for each, see `singletonKey`. Its story counts the attempts
   * and asks for the next; what rises is retried here.
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
  /** A deleted chat, once it cannot be wished back any more. */
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
  /** In a queue of policy 'short' at most one job with this key waits, and one is at work, in whichever process. */
  singletonKey?: string
  /** Not before so many seconds from now. */
  startAfterSeconds?: number
}

export type Queue = {
  /** Enqueues within `tx`; with a plain `db`, at once. */
  send(tx: Db, name: QueueName, data: Record<string, unknown>, options?: SendOptions): Promise<void>
  /** Serves a queue: `handle` gets each job's data; when it throws, the job is retried as its queue says. */
  work(name: QueueName, options: { concurrency: number }, handle: (data: unknown, signal: AbortSignal) => Promise<void>): Promise<void>
  /** Takes no more jobs; those in hand go on. */
  rest(): Promise<void>
  /** Waits for jobs in hand, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}

/**
 * A job that was not heard of for so long is given up and taken again: its process died, or its end could not be written
 * down, as on a full disk, and it would keep the others of its key waiting. A dead process of the embedded database is
 * known at the next start (`releaseOrphans`), so that one may be patient with an engine that restarts.
 */
const HEARTBEAT_SECONDS = { embedded: 60, postgres: 15 }
const LOOK_FOR_LOST_SECONDS = 10

export async function openQueue(database: Database, log: Log): Promise<Queue> {
  const boss = new PgBoss({
    db: database.forQueue,
    backend: database.kind === 'postgres' ? 'postgres' : 'pglite',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: LOOK_FOR_LOST_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_LOST_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()

  for (const [name, options] of Object.entries(queues)) {
    const { policy, ...rest } = options
    const changeable = { ...rest, notify: true, heartbeatSeconds: HEARTBEAT_SECONDS[database.kind] }
    await boss.createQueue(name, { policy, ...changeable })
    // A queue that an earlier version made keeps its policy, and follows this one in everything else.
    await boss.updateQueue(name, changeable)
    // The first use of a queue looks it up on the one session; inside an open transaction that would wait for ever.
    const jobs = await boss.findJobs(name)
    if (database.kind === 'embedded') await releaseOrphans(boss, name, jobs)
  }

  return {
    async send(tx, name, data, options = {}) {
      await boss.send(name, data, {
        db: within(tx),
        ...(options.singletonKey && { singletonKey: options.singletonKey, group: { id: options.singletonKey } }),
        ...(options.startAfterSeconds && { startAfter: options.startAfterSeconds }),
      })
    },
    async work(name, { concurrency }, handle) {
      const options = {
        localConcurrency: concurrency,
        pollingIntervalSeconds: 1,
        // A job that becomes due later notifies nobody at that moment.
        notifyPollingIntervalSeconds: 1,
        ...(queues[name].policy === 'short' && { groupConcurrency: 1 }),
      }
      await boss.work(name, options, async ([job]) => {
        if (job) await withLogFields({ queue: name, jobId: job.id, ...idsIn(job.data) }, () => handle(job.data, job.signal))
      })
    },
    async rest() {
      for (const name of Object.keys(queues)) await boss.offWork(name, { wait: false })
    },
    async close(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs, close: false })
    },
  }
}

/** What a job is about, for the log: `crawlId`, `chatId` and the like. */
function idsIn(data: unknown): Record<string, string> {
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : []
  return Object.fromEntries(fields.filter(([name, value]) => name.endsWith('Id') && typeof value === 'string'))
}

/** Any Drizzle transaction as pg-boss wants it; what it hands over was made by the `sql` it was given. */
function within(tx: Db) {
  const execute = async (query: unknown) => z.object({ rows: z.array(z.unknown()) }).parse(await tx.execute(query as SQL))
  return fromDrizzle({ execute }, sql)
}

/** The embedded database has one opener, so a job that is active at the start was in the hand of a process that died. */
async function releaseOrphans(boss: PgBoss, name: string, jobs: { id: string; state: string }[]) {
  const orphans = jobs.filter((job) => job.state === 'active').map((job) => job.id)
  if (orphans.length > 0) await boss.fail(name, orphans, { reason: 'the process that had it ended' })
}
