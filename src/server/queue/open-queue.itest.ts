import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#server/db/open-database.ts'
import { databaseKind, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { silentLog } from '#test/silent-log.ts'
import { waitFor } from '#test/wait-for.ts'
import { openQueue, type Queue } from './open-queue.ts'

const Job = z.object({ crawlId: z.string(), run: z.number().optional() })
type Job = z.infer<typeof Job>

let database: TestDatabase
/** Two processes on PostgreSQL; the embedded database has one, which works on two jobs at once. */
let queues: Queue[]
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await openTestDatabase()
  queues = [await openQueue(database, silentLog)]
  if (databaseKind() === 'postgres') {
    const other = await openDatabase(database.options)
    queues.push(await openQueue(other, silentLog))
    closing.push(other.close)
  }
})

afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close(1000)))
  for (const close of closing.splice(0)) await close()
})

const serve = async (handle: (job: Job) => Promise<void>) => {
  for (const queue of queues) await queue.work('analyse-pages', { concurrency: 2 }, (data) => handle(Job.parse(data)))
}
const send = (crawlId: string, run = 1) => queues[0]?.send(database.db, 'analyse-pages', { crawlId, run }, { singletonKey: crawlId })

it('works on one job of a key at a time, whichever process has it, and on those of other keys meanwhile', async () => {
  const held = Promise.withResolvers<void>()
  const seen: Job[] = []
  let atOnce = 0
  let most = 0
  await serve(async (job) => {
    seen.push(job)
    if (job.crawlId !== 'one') return
    most = Math.max(most, ++atOnce)
    if (job.run === 1) await held.promise
    atOnce -= 1
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
  expect(seen[3]).toEqual({ crawlId: 'one', run: 2 })
  expect(most).toBe(1)
})

it('keeps one job of a key waiting, however often it is asked for', async () => {
  const seen: Job[] = []
  await send('one', 1)
  await send('one', 2)
  await send('two', 3)
  await serve(async (job) => void seen.push(job))
  await waitFor('both keys', () => seen.length === 2)
  expect(seen.map(({ run }) => run).toSorted()).toEqual([1, 3])
})

it('takes a job again whose end could not be written down, as on a full disk, and lets those behind it go on', { timeout: 60_000 }, async () => {
  const { db } = database
  const stored = (statement: string) => db.execute(sql.raw(statement))
  await stored(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`)
  await stored(`create trigger no_room before insert or update on pgboss.job_common for each row
    when (new.state in ('completed', 'retry', 'failed')) execute function no_room()`)
  const told = vi.spyOn(silentLog, 'error')
  onTestFinished(() => told.mockRestore())
  const seen: (number | undefined)[] = []
  await serve(async ({ run }) => void seen.push(run))
  await send('one', 1)
  await waitFor('the end that is not written down', () => told.mock.calls.length > 0)
  await send('one', 2)
  await stored('drop trigger no_room on pgboss.job_common')
  // Its heart stopped with its end; the test does not wait for the minute.
  await stored(`update pgboss.job_common set heartbeat_on = now() - interval '5 minutes' where state = 'active'`)
  await waitFor('the second job', () => seen.includes(2), 40_000)
})
