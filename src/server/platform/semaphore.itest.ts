import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openDatabase } from './db/open-database.ts'
import { onlyOnPostgres, openTestDatabase } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import type { Semaphore, SlotRequest } from './semaphore.ts'

const two = { name: 'of ada', limit: 2 }
const three = { name: 'of all', limit: 3 }

/** The function that releases the acquired slots, or the name that had no free slot. */
const acquire = async (semaphore: Semaphore, ...requests: SlotRequest[]) => {
  const acquired = await semaphore.acquire(requests)
  return 'full' in acquired ? acquired.full : acquired.release
}
const release = (acquired: Awaited<ReturnType<typeof acquire>>) =>
  typeof acquired === 'string' ? Promise.reject(new Error(acquired)) : acquired()

it('grants at most the limit of a name to concurrent requests, and grants a released slot again', async () => {
  const { semaphore } = await openTestDatabase()
  const acquired = await Promise.all([acquire(semaphore, two), acquire(semaphore, two), acquire(semaphore, two)])
  expect(acquired[2]).toBe('of ada')
  let releases = 0
  const unsubscribe = semaphore.onRelease(() => void (releases += 1))
  await release(acquired[0] ?? '')
  await waitFor('the notification', () => releases === 1)
  expect(await acquire(semaphore, two)).toBeTypeOf('function')
  expect(await acquire(semaphore, two)).toBe('of ada')
  unsubscribe()
})

it('grants slots of several names together or not at all', async () => {
  const { semaphore } = await openTestDatabase()
  for (let n = 0; n < 3; n++) await acquire(semaphore, three)
  expect(await acquire(semaphore, two, three)).toBe('of all')
  // The refused request kept no slot of the first name.
  expect(await acquire(semaphore, two)).toBeTypeOf('function')
  expect(await acquire(semaphore, two)).toBeTypeOf('function')
  expect(await acquire(semaphore, two)).toBe('of ada')
})

onlyOnPostgres(() => {
  it('counts over all processes, and frees the slots of a process that dies', async () => {
    const { semaphore, options } = await openTestDatabase()
    const other = await openDatabase(options)
    await acquire(semaphore, two)
    await acquire(other.semaphore, two)
    expect(await acquire(semaphore, two)).toBe('of ada')
    expect(await acquire(other.semaphore, two)).toBe('of ada')
    await other.close()
    await waitFor('the slot of the other process', async () => typeof (await acquire(semaphore, two)) === 'function')
    expect(await acquire(semaphore, two)).toBe('of ada')
  })

  it('keeps its slots when the connection that holds them breaks, and can still release them', async () => {
    const { db, semaphore, listen, options } = await openTestDatabase()
    const other = await openDatabase(options)
    let gaps = 0
    await listen(
      'news',
      () => {},
      () => void (gaps += 1),
    )
    const first = await acquire(semaphore, two)
    await acquire(semaphore, two)
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
    await waitFor('a new connection', () => gaps > 0)
    expect(await acquire(other.semaphore, two)).toBe('of ada')
    await release(first)
    expect(await acquire(other.semaphore, two)).toBeTypeOf('function')
    await other.close()
  })
})
