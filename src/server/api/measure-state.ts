/**
 * What is there and what is under way, for /metrics, looked up as it is asked for. A database that does not answer
 * leaves its own numbers out and says so; it does not cost the others.
 */
import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import { pingWithin } from '#server/db/ping-within.ts'
import { readQueueHealth } from '#server/queue/read-queue-health.ts'
import type { Services } from '#server/services.ts'

/** Counting every page takes a moment once there are millions of them: not more often than this. */
const COUNTED_EVERY_MS = 10_000
const WITHIN_MS = 2_000

const Counts = z.object({
  rows: z.tuple([z.object({ pages: z.coerce.number(), questions: z.coerce.number(), accounts: z.coerce.number() })]),
})
const ByStatus = z.object({ rows: z.array(z.object({ status: z.string(), count: z.coerce.number() })) })

/** What it answers is to be awaited before the registry is read. */
export function measureState(services: Services, registry: Registry): () => Promise<void> {
  const { db, database, answers } = services
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `readback_${name}`, help, labelNames, registers: [registry] })

  const up = gauge('database_up', '1 when the database answered as this was asked')
  const crawls = gauge('crawls', 'Crawls by status', ['status'])
  const jobs = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state'])
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest job that may be taken has waited')
  const pages = gauge('pages_stored', 'Pages stored')
  const questions = gauge('questions', 'Questions asked since the beginning')
  const accounts = gauge('accounts', 'Accounts')
  const running = gauge('answers_in_hand', 'Answers being written by this process', ['state'])
  const connections = gauge('database_connections', 'Connections of this process by pool and state', ['pool', 'state'])
  const statements = gauge('database_statements', 'Statements of this process since its start, by outcome', ['outcome'])
  const slow = gauge('database_slow_statements', 'Those of them that took longer than SLOW_QUERY_MS')
  const busySeconds = gauge('database_statement_seconds', 'Time that statements of this process took, in all')
  let counted: { at: number; counts: z.infer<typeof Counts>['rows'][0] } | undefined

  return async () => {
    const { statements: totals, connections: pools } = database.state()
    for (const { pool, open, busy, waiting, most } of pools) {
      for (const [state, count] of Object.entries({ open, busy, waiting, most })) connections.set({ pool, state }, count)
    }
    statements.set({ outcome: 'done' }, totals.ended - totals.failed)
    statements.set({ outcome: 'failed' }, totals.failed)
    slow.set(totals.slow)
    busySeconds.set(totals.seconds)
    for (const [state, count] of Object.entries(answers.count())) running.set({ state }, count)
    try {
      await pingWithin(WITHIN_MS, lookAtDatabase)
      up.set(1)
    } catch {
      up.set(0)
    }
  }

  async function lookAtDatabase() {
    const { rows } = ByStatus.parse(await db.execute(sql`select status, count(*) as count from crawls group by status`))
    crawls.reset()
    for (const { status, count } of rows) crawls.set({ status }, count)
    const queue = await readQueueHealth(db)
    jobs.reset()
    for (const { name, ...states } of queue.queues) {
      for (const [state, count] of Object.entries(states)) jobs.set({ queue: name, state }, count)
    }
    oldest.set(queue.oldestWaitingSeconds ?? 0)
    const { pages: stored, questions: asked, accounts: open } = await countAll()
    pages.set(stored)
    questions.set(asked)
    accounts.set(open)
  }

  async function countAll() {
    if (counted && Date.now() - counted.at < COUNTED_EVERY_MS) return counted.counts
    const result = await db.execute(sql`
      select (select count(*) from pages) as pages,
             (select coalesce(sum(questions), 0) from daily_usage) as questions,
             (select count(*) from users) as accounts`)
    const [counts] = Counts.parse(result).rows
    counted = { at: Date.now(), counts }
    return counts
  }
}
