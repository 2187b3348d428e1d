import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { users } from '#server/db/schema/index.ts'
import { StartError } from '#server/start-error.ts'
import { openTestDatabase } from '#test/database.ts'
import { onServer, withName } from '#test/on-server.ts'
import { silentLog } from '#test/silent-log.ts'

test('processes that start at once on an empty database migrate it once', async () => {
  const databases = inject('databases')
  if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await onServer(databases.serverUrl, `create database ${name}`)
  const options = { databaseUrl: withName(databases.serverUrl, name), dataDir: '', log: silentLog }
  const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(options)))
  const [first] = opened
  expect(await first?.db.select().from(users)).toEqual([])
  await Promise.all(opened.map((database) => database.close()))
  await onServer(databases.serverUrl, `drop database ${name}`)
})

test('a listener whose connection was cut listens again and says that there was a gap', async () => {
  const { db, listen } = await openTestDatabase()
  const heard: string[] = []
  let gaps = 0
  await listen('news', (payload) => heard.push(payload), () => (gaps += 1))
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`)
  await expect.poll(() => gaps, { timeout: 60_000 }).toBe(1)
  await db.execute(sql`select pg_notify('news', 'again')`)
  await expect.poll(() => heard).toEqual(['again'])
})

test('all who begin to listen at once hear, also to the same channel', async () => {
  const { db, listen } = await openTestDatabase()
  const heard: string[] = []
  const channels = ['news', 'news', 'weather']
  const stops = await Promise.all(channels.map((channel, who) => listen(channel, (payload) => heard.push(`${who} ${payload}`))))
  await db.execute(sql`select pg_notify('news', 'a'), pg_notify('weather', 'b')`)
  await expect.poll(() => heard.toSorted()).toEqual(['0 a', '1 a', '2 b'])
  await Promise.all(stops.map((stop) => stop()))
})

test('a broken connection costs the statement on it and nothing more', async () => {
  const { db } = await openTestDatabase()
  const cut = db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  await expect(cut).rejects.toThrow()
  expect(await db.select().from(users)).toEqual([])
})

test('a server that is not there is refused with a sentence', async () => {
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none'
  const refused = openDatabase({ databaseUrl, dataDir: '', log: silentLog })
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow('The PostgreSQL server that DATABASE_URL names cannot be used')
})
