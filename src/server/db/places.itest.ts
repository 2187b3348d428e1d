import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { onlyOnPostgres, openTestDatabase } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import type { Places, WantedPlace } from './places.ts'

const two = { name: 'of ada', most: 2 }
const three = { name: 'of all', most: 3 }

/** The function that leaves what was taken, or the name that had no place left. */
const take = async (places: Places, ...wanted: WantedPlace[]) => {
  const taken = await places.take(wanted)
  return 'full' in taken ? taken.full : taken.leave
}
const leave = (taken: Awaited<ReturnType<typeof take>>) => (typeof taken === 'string' ? Promise.reject(new Error(taken)) : taken())

it('are so many of a name, also for all who ask at once, and one that is left can be taken', async () => {
  const { places } = await openTestDatabase()
  const taken = await Promise.all([take(places, two), take(places, two), take(places, two)])
  expect(taken[2]).toBe('of ada')
  let told = 0
  const forget = places.onLeft(() => void (told += 1))
  await leave(taken[0] ?? '')
  await waitFor('word of it', () => told === 1)
  expect(await take(places, two)).toBeTypeOf('function')
  expect(await take(places, two)).toBe('of ada')
  forget()
})

it('of several names are taken together or not at all', async () => {
  const { places } = await openTestDatabase()
  for (let n = 0; n < 3; n++) await take(places, three)
  expect(await take(places, two, three)).toBe('of all')
  // The first name's place was not kept.
  expect(await take(places, two)).toBeTypeOf('function')
  expect(await take(places, two)).toBeTypeOf('function')
  expect(await take(places, two)).toBe('of ada')
})

onlyOnPostgres(() => {
  it('are counted over processes; one that dies loses its own at once', async () => {
    const { places, options } = await openTestDatabase()
    const other = await openDatabase(options)
    await take(places, two)
    await take(other.places, two)
    expect(await take(places, two)).toBe('of ada')
    expect(await take(other.places, two)).toBe('of ada')
    await other.close()
    await waitFor('the place of the other', async () => typeof (await take(places, two)) === 'function')
    expect(await take(places, two)).toBe('of ada')
  })

  it('are kept when the connection that holds them breaks, and given back as ever', async () => {
    const { db, places, listen, options } = await openTestDatabase()
    const other = await openDatabase(options)
    let gaps = 0
    await listen('news', () => {}, () => void (gaps += 1))
    const first = await take(places, two)
    await take(places, two)
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
    await waitFor('a new connection', () => gaps > 0)
    expect(await take(other.places, two)).toBe('of ada')
    await leave(first)
    expect(await take(other.places, two)).toBeTypeOf('function')
    await other.close()
  })
})
