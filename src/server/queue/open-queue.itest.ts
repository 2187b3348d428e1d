import { afterEach, beforeEach, expect, it } from 'vitest'
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
