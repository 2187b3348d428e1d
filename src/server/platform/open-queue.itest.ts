import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase } from './db/open-database.ts'
import { databaseKind, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'
import { openQueue, type Queue } from './open-queue.ts'
import type { JobData } from './queues.ts'

type Job = Extract<JobData<'analyse-pages'>, { crawlId: string }>

let database: TestDatabase
/** Two processes on PostgreSQL; the embedded database allows one, which runs two jobs concurrently. */
let queues: Queue[]
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  queues = [await openQueue(database, testLog)]
  if (databaseKind() === 'postgres') {
    const other = await openDatabase(database.options)
    queues.push(await openQueue(other, testLog))
    closing.push(other.close)
  }
})

afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close(1000)))
  for (const close of closing.splice(0)) await close()
})

const serve = async (handle: (job: Job) => Promise<void>) => {
  for (const queue of queues)
    await queue.work('analyse-pages', { concurrency: 2 }, async (data) => {
      if ('crawlId' in data) await handle(data)
    })
}
const send = (crawlId: string, run = 1) =>
  queues[0]?.send(database.db, 'analyse-pages', { crawlId, retry: run }, { singletonKey: crawlId })

it('runs one job per key over all processes, and jobs with other keys in parallel', async () => {
  const held = Promise.withResolvers<void>()
  const seen: Job[] = []
  let running = 0
  let maxRunning = 0
  await serve(async (job) => {
    seen.push(job)
    if (job.crawlId !== 'one') return
    maxRunning = Math.max(maxRunning, ++running)
    if (job.retry === 1) await held.promise
    running -= 1
  })
  await send('one')
  await waitFor('the first job', () => seen.length === 1)
  await send('one', 2)
  await send('two')
  await send('three')
  await waitFor('the other keys', () => seen.length === 3)
  expect(seen.map(({ crawlId }) => crawlId).toSorted()).toEqual(['one', 'three', 'two'])
  held.resolve()
  await waitFor('the second job of the first key', () => seen.length === 4)
  expect(seen[3]).toEqual({ crawlId: 'one', retry: 2 })
  expect(maxRunning).toBe(1)
})

it('runs all jobs that are due without waiting between them', async () => {
  const keys = Array.from({ length: 60 }, (_, n) => `key ${n}`)
  for (const key of keys) await send(key)
  const seen: string[] = []
  await serve(async ({ crawlId }) => void seen.push(crawlId))
  await waitFor('all jobs', () => seen.length === keys.length)
  expect(seen.toSorted()).toEqual(keys.toSorted())
})

it('runs a delayed job soon after it is due, without a notification', async () => {
  const seen: string[] = []
  await serve(async ({ crawlId }) => void seen.push(crawlId))
  await queues[0]?.send(database.db, 'analyse-pages', { crawlId: 'later' }, { startAfterSeconds: 2 })
  // Without the check of all queues it would start within 30 seconds.
  await waitFor('the delayed job', () => seen.length === 1, 20_000)
  expect(seen).toEqual(['later'])
})

it('fails a job whose payload is not of its queue, and runs the next', async () => {
  const seen: string[] = []
  await serve(async ({ crawlId }) => void seen.push(crawlId))
  await database.db.execute(
    sql`insert into pgboss.job (name, data, retry_limit, singleton_key) values ('analyse-pages', '{"crawl":1}', 0, 'malformed')`,
  )
  await send('two')
  await waitFor('the second job', () => seen.length === 1)
  await waitFor('the failed job', async () => {
    const found = await database.db.execute(sql`select 1 from pgboss.job
      where singleton_key = 'malformed' and state = 'failed'`)
    return z.object({ rows: z.array(z.unknown()).length(1) }).safeParse(found).success
  })
  expect(seen).toEqual(['two'])
})

it('runs as many jobs in parallel as the concurrency allows, and no more [open-queue-2]', async () => {
  const held = Promise.withResolvers<void>()
  const seen: string[] = []
  let running = 0
  let maxRunning = 0
  await serve(async ({ crawlId }) => {
    seen.push(crawlId)
    maxRunning = Math.max(maxRunning, ++running)
    await held.promise
    running -= 1
  })
  const keys = Array.from({ length: 8 }, (_, n) => `key ${n}`)
  for (const key of keys) await send(key)
  await waitFor('all workers', () => running === 2 * queues.length)
  held.resolve()
  await waitFor('all jobs', () => seen.length === keys.length)
  expect(maxRunning).toBe(2 * queues.length)
})

it('keeps at most one waiting job per key, however often it is enqueued', async () => {
  const seen: Job[] = []
  await send('one', 1)
  await send('one', 2)
  await send('two', 3)
  await serve(async (job) => void seen.push(job))
  await waitFor('both keys', () => seen.length === 2)
  expect(seen.map(({ retry }) => retry).toSorted()).toEqual([1, 3])
})

it(
  'runs a job again when its completion could not be stored, as on a full disk, and then the jobs behind it [open-queue-1]',
  { timeout: 60_000 },
  async () => {
    const { db } = database
    const execute = (statement: string) => db.execute(sql.raw(statement))
    await execute(`create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`)
    await execute(`create trigger disk_full before insert or update on pgboss.job_common for each row
    when (new.state in ('completed', 'retry', 'failed')) execute function disk_full()`)
    const logged = vi.spyOn(testLog, 'error')
    onTestFinished(() => logged.mockRestore())
    const seen: (number | undefined)[] = []
    await serve(async ({ retry }) => void seen.push(retry))
    await send('one', 1)
    await waitFor('the completion that fails', () => logged.mock.calls.length > 0)
    await send('one', 2)
    await execute('drop trigger disk_full on pgboss.job_common')
    // Its heartbeat has stopped; the test does not wait a minute for the timeout.
    await execute(`update pgboss.job_common set heartbeat_on = now() - interval '5 minutes' where state = 'active'`)
    await waitFor('the second job', () => seen.includes(2), 40_000)
  },
)
