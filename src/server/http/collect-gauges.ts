/** Gauges for /metrics, read on each scrape. When the database does not respond, only its own gauges are missing. */
import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import { pingWithin } from '#server/platform/db/ping-within.ts'
import { readQueueHealth } from '#server/platform/read-queue-health.ts'
import type { Services } from '#server/services.ts'

/** Counting millions of pages is slow: reuse the counts for this long. */
const COUNT_TTL_MS = 10_000
const DATABASE_TIMEOUT_MS = 2_000

const Counts = z.object({
  rows: z.tuple([z.object({ pages: z.coerce.number(), questions: z.coerce.number(), accounts: z.coerce.number() })]),
})
const ByStatus = z.object({ rows: z.array(z.object({ status: z.string(), count: z.coerce.number() })) })

/** Returns a function that refreshes the gauges; await it before reading the registry. */
export function collectGauges(services: Services, registry: Registry): () => Promise<void> {
  const { db, database, answers } = services
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `readback_${name}`, help, labelNames, registers: [registry] })

  const up = gauge('database_up', '1 if the database responded to this scrape')
  const crawls = gauge('crawls', 'Crawls by status', ['status'])
  const jobs = gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state'])
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest runnable job')
  const pages = gauge('pages_stored', 'Pages stored')
  const questions = gauge('questions', 'Questions asked in total')
  const accounts = gauge('accounts', 'Accounts')
  const running = gauge('answers_in_hand', 'Answers being written by this process', ['state'])
  const connections = gauge('database_connections', 'Connections of this process by pool and state', ['pool', 'state'])
  const statements = gauge('database_statements', 'Statements of this process since it started, by outcome', [
    'outcome',
  ])
  const slow = gauge('database_slow_statements', 'Statements that took longer than SLOW_QUERY_MS')
  const busySeconds = gauge('database_statement_seconds', 'Total time of the statements of this process')
  let counted: { at: number; counts: z.infer<typeof Counts>['rows'][0] } | undefined

  return async () => {
    const { statements: totals, connections: pools } = database.state()
    for (const { pool, open, busy, waiting, most } of pools) {
      for (const [state, count] of Object.entries({ open, busy, waiting, most }))
        connections.set({ pool, state }, count)
    }
    statements.set({ outcome: 'done' }, totals.ended - totals.failed)
    statements.set({ outcome: 'failed' }, totals.failed)
    slow.set(totals.slow)
    busySeconds.set(totals.seconds)
    for (const [state, count] of Object.entries(answers.count())) running.set({ state }, count)
    try {
      await pingWithin(DATABASE_TIMEOUT_MS, readDatabase)
      up.set(1)
    } catch {
      up.set(0)
    }
  }

  async function readDatabase() {
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
    if (counted && Date.now() - counted.at < COUNT_TTL_MS) return counted.counts
    const result = await db.execute(sql`
      select (select count(*) from pages) as pages,
             (select coalesce(sum(questions), 0) from daily_usage) as questions,
             (select count(*) from users) as accounts`)
    const [counts] = Counts.parse(result).rows
    counted = { at: Date.now(), counts }
    return counts
  }
}
