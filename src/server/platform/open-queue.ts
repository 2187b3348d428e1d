/**
 * The job queue: pg-boss in the product's own database, so a job is enqueued in the transaction that needs it and
 * exists exactly when that transaction commits.
 */
import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss, type Queue as QueueOptions } from 'pg-boss'
import { z } from 'zod'
import type { Database, Db } from './db/database.ts'
import { isUniqueViolation } from './db/errors.ts'
import { type Log, withLogFields } from './log.ts'
import { type JobData, jobData, type QueueName, queues } from './queues.ts'

export type SendOptions = {
  /** In a queue with policy 'short', at most one job with this key waits and one runs, over all processes. */
  singletonKey?: string
  startAfterSeconds?: number
}

export type Queue = {
  /** Enqueues a job. Within a transaction, the job exists once `tx` commits. */
  send<Name extends QueueName>(tx: Db, name: Name, data: JobData<Name>, options?: SendOptions): Promise<void>
  /** Serves a queue. A job whose handler throws is retried according to its queue's policy. */
  work<Name extends QueueName>(
    name: Name,
    options: { concurrency: number },
    handle: (data: JobData<Name>, signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  /** For the start of the only worker: the active jobs of dead processes count as failed, and are retried. */
  failOrphans(): Promise<void>
  /** Stops fetching jobs; running jobs continue. */
  pause(): Promise<void>
  /** Waits for running jobs, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>
}

/**
 * A running job without a heartbeat for this long is run again: its process died, or its completion could not be
 * stored, as on a full disk, and it would block the other jobs with its key. The only worker, as on the embedded
 * database, finds such jobs when it starts (`failOrphans`). The longer time there allows for a restart of the engine.
 */
const HEARTBEAT_SECONDS = { embedded: 60, postgres: 15 }
const SUPERVISE_SECONDS = 10
/**
 * A new job sends a notification. A delayed one does not when it becomes due, so one statement looks for them in all
 * queues: polling each queue uses more processor time on an idle server than everything else.
 */
const DUE_CHECK_MS = 1_000
/** For jobs that wait for others, which the product does not use. */
const FLOW_INTERVAL_SECONDS = 3_600

export async function openQueue(database: Database, log: Log): Promise<Queue> {
  const boss = await startBoss(database, log)
  await createQueues(boss, database)

  const workerIds = new Map<QueueName, string[]>()
  const dueJobs = watchDueJobs(boss, database.background, log, workerIds)
  let isOpen = true
  return {
    async send(tx, name, data, { singletonKey, startAfterSeconds } = {}) {
      await boss.send(name, data, {
        db: toBossDatabase(tx),
        ...(singletonKey && { singletonKey, group: { id: singletonKey } }),
        ...(startAfterSeconds && { startAfter: startAfterSeconds }),
      })
    },
    async work(name, { concurrency }, handle) {
      const ids: string[] = []
      workerIds.set(name, ids)
      const parse = (data: unknown) => jobData[name].parse(data) as JobData<typeof name> // TypeScript does not connect the two.
      const run: Workers['run'] = async (data, signal) => handle(parse(data), signal)
      await startWorker({ boss, log, name, concurrency, run, isOpen: () => isOpen, ids, started: 0, busy: 0 })
    },
    failOrphans: () => failOrphans(boss),
    async pause() {
      isOpen = false
      await dueJobs.close()
      for (const name of Object.keys(queues)) await boss.offWork(name, { wait: false })
    },
    async close(timeoutMs) {
      isOpen = false
      await dueJobs.close()
      await boss.stop({ graceful: true, timeout: timeoutMs, close: false })
    },
  }
}

async function startBoss(database: Database, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    db: database.forQueue,
    backend: database.kind === 'postgres' ? 'postgres' : 'pglite',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    flowIntervalSeconds: FLOW_INTERVAL_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start().catch((error: unknown) => {
    // When several processes start on an empty database, one creates the queue's tables and the others get this error,
    // which pg-boss does not handle.
    if (!isUniqueViolation(error)) throw error
    return boss.start()
  })
  return boss
}

/** No job has this id. */
const NO_JOB = '00000000-0000-0000-0000-000000000000'

async function createQueues(boss: PgBoss, database: Database) {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, options] of Object.entries(queues)) {
    const { policy, ...rest } = options
    const changeable = { ...rest, notify: true, heartbeatSeconds: HEARTBEAT_SECONDS[database.kind] }
    // Most starts find every queue as an earlier start of this version left it.
    const isCurrent = hasOptions(existing.get(name), changeable)
    if (!isCurrent) {
      await boss.createQueue(name, { policy, ...changeable })
      // A queue that an earlier version created keeps its policy; all other options follow this version.
      await boss.updateQueue(name, changeable)
    }
    // pg-boss looks up a queue that it does not know on its first use, which is often inside a transaction: refused
    // there, since it would deadlock on a single session. It does not know a new one, nor one that another process
    // created while this one started.
    if (!isCurrent || database.kind === 'postgres') await boss.findJobs(name, { id: NO_JOB })
  }
}

/** True for a queue that an earlier start of this version created. */
function hasOptions(queue: QueueOptions | undefined, wanted: Partial<QueueOptions>): boolean {
  if (queue === undefined) return false
  return Object.entries(wanted).every(([option, value]) => queue[option as keyof QueueOptions] === value)
}

/** The workers of one queue in this process. */
type Workers = {
  boss: PgBoss
  log: Log
  name: QueueName
  concurrency: number
  run: (data: unknown, signal: AbortSignal) => Promise<void>
  /** False once the queue pauses or closes. */
  isOpen: () => boolean
  ids: string[]
  started: number
  busy: number
}

/** Starts one worker, which starts another when all are busy: each polls, so an idle queue has only one. */
async function startWorker(workers: Workers) {
  const { boss, name } = workers
  workers.started++
  const workerId = await boss.work(name, pollingOptions(name), async ([job]) => {
    if (!job) return
    workers.busy++
    startAnotherIfAllAreBusy(workers)
    try {
      await runJob(workers, job)
    } finally {
      workers.busy--
      // The next job may be due already; without this the worker would wait for its next poll.
      boss.notifyWorker(workerId)
    }
  })
  workers.ids.push(workerId)
}

/** While notifications arrive, pg-boss polls every 30 seconds only. */
function pollingOptions(name: QueueName) {
  return { pollingIntervalSeconds: 1, ...(queues[name].policy === 'short' && { groupConcurrency: 1 }) }
}

function startAnotherIfAllAreBusy(workers: Workers) {
  const { started, busy, concurrency, isOpen, log, name } = workers
  if (busy < started || started >= concurrency || !isOpen()) return
  startWorker(workers).catch((error: unknown) => log.error({ err: error, queue: name }, 'queue error'))
}

function runJob({ name, run }: Workers, job: Job<unknown> & { signal: AbortSignal }): Promise<void> {
  const fields = { queue: name, jobId: job.id, ...idsIn(job.data) }
  return withLogFields(fields, () => run(job.data, job.signal))
}

/** Wakes the workers of the queues that have a due job. */
function watchDueJobs(boss: PgBoss, db: Db, log: Log, workerIds: ReadonlyMap<QueueName, string[]>) {
  let running: Promise<void> | undefined
  const check = () => {
    if (workerIds.size > 0) running ??= wakeWorkers().finally(() => (running = undefined))
  }
  const timer = setInterval(check, DUE_CHECK_MS).unref()

  async function wakeWorkers() {
    try {
      for (const name of await readDueQueues(db, [...workerIds.keys()])) {
        for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id)
      }
    } catch (error) {
      // The database is unavailable: the next check tries again.
      log.error({ err: error }, 'queue error')
    }
  }
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

const DueQueues = z.object({ rows: z.array(z.object({ name: z.enum(Object.keys(queues) as QueueName[]) })) })

async function readDueQueues(db: Db, names: QueueName[]): Promise<QueueName[]> {
  const result = await db.execute(sql`
    select name from unnest(${`{${names.join()}}`}::text[]) as queue (name)
     where exists(select from pgboss.job
                   where job.name = queue.name and state < 'active' and start_after <= now())`)
  return DueQueues.parse(result).rows.map(({ name }) => name)
}

async function failOrphans(boss: PgBoss) {
  for (const name of Object.keys(queues)) {
    const jobs = await boss.findJobs(name)
    const orphans = jobs.filter((job) => job.state === 'active').map((job) => job.id)
    if (orphans.length > 0) await boss.fail(name, orphans, { reason: 'the process that ran it ended' })
  }
}

/** Of pages that join a notebook one after another, the gaps are asked once. */
const GAP_CHECK_DELAY_SECONDS = 60

/** Within `tx`, when a chat gets pages. Crawls, checks and saved chats enqueue it, and none of them uses another. */
export function enqueueGapCheck(queue: Queue, tx: Db, chatId: string) {
  return queue.send(tx, 'check-gaps', { chatId }, { singletonKey: chatId, startAfterSeconds: GAP_CHECK_DELAY_SECONDS })
}

/**
 * After the database's clock was set back: jobs that were queued in what is now the future keep their delay from now.
 */
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

/**
 * Adapts a Drizzle transaction to pg-boss. The queries it passes are built with the `sql` given here, hence the cast.
 */
function toBossDatabase(tx: Db) {
  const execute = async (query: unknown) =>
    z.object({ rows: z.array(z.unknown()) }).parse(await tx.execute(query as SQL))
  return fromDrizzle({ execute }, sql)
}
