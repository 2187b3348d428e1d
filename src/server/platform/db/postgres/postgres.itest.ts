import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { openQueue } from '#server/platform/open-queue.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { openTestDatabase } from '#test/database.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { testLog } from '#test/test-log.ts'

test('migrates an empty database once, and creates its queue, when four processes start concurrently', async () => {
  const databases = inject('databases')
  if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await runStatement(databases.serverUrl, `create database ${name}`)
  const options = { databaseUrl: withDatabaseName(databases.serverUrl, name), dataDir: '', log: testLog }
  const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(options)))
  const [first] = opened
  expect(await first?.db.select().from(users)).toEqual([])
  const queues = await Promise.all(opened.map((database) => openQueue(database, testLog)))
  await Promise.all(queues.map((queue) => queue.close(1000)))
  await Promise.all(opened.map((database) => database.close()))
  await runStatement(databases.serverUrl, `drop database ${name}`)
})

test('sends a job within a transaction when another process created the queues while this one started [postgres-4]', async () => {
  const database = await openTestDatabase()
  const other = await openDatabase(database.options)
  await database.db.execute(sql`drop schema pgboss cascade`)
  let queueLists = 0
  const executeSql: typeof database.forQueue.executeSql = async (text, values) => {
    // pg-boss lists the queues at its start; before the second list, all are created.
    if (text.includes('q.retry_limit') && ++queueLists === 2) await (await openQueue(other, testLog)).close(1000)
    return database.forQueue.executeSql(text, values)
  }
  const queue = await openQueue({ ...database, forQueue: { ...database.forQueue, executeSql } }, testLog)
  await database.db.transaction((tx) => queue.send(tx, 'analyse-pages', { crawlId: 'one' }))
  expect(await database.db.execute(sql`select name from pgboss.job`)).toMatchObject({
    rows: [{ name: 'analyse-pages' }],
  })
  await queue.close(1000)
  await other.close()
})

test('listens again and reports a gap after its connection was cut [postgres-2]', async () => {
  const { db, listen } = await openTestDatabase()
  const received: string[] = []
  let gaps = 0
  await listen(
    'news',
    (payload) => received.push(payload),
    () => (gaps += 1),
  )
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`)
  await expect.poll(() => gaps, { timeout: 60_000 }).toBe(1)
  await db.execute(sql`select pg_notify('news', 'again')`)
  await expect.poll(() => received).toEqual(['again'])
})

test('notifies all concurrent listeners, including two on the same channel', async () => {
  const { db, listen } = await openTestDatabase()
  const received: string[] = []
  const channels = ['news', 'news', 'weather']
  const stops = await Promise.all(
    channels.map((channel, index) => listen(channel, (payload) => received.push(`${index} ${payload}`))),
  )
  await db.execute(sql`select pg_notify('news', 'a'), pg_notify('weather', 'b')`)
  await expect.poll(() => received.toSorted()).toEqual(['0 a', '1 a', '2 b'])
  await Promise.all(stops.map((stop) => stop()))
})

test('fails only the statement on a broken connection [postgres-1]', async () => {
  const { db } = await openTestDatabase()
  const cut = db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  await expect(cut).rejects.toThrow()
  expect(await db.select().from(users)).toEqual([])
})

test('refuses a database that is not in UTF-8 and says how to create one', async () => {
  const databases = inject('databases')
  if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
  const name = `latin1_${randomUUID().replaceAll('-', '')}`
  await runStatement(
    databases.serverUrl,
    `create database ${name} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`,
  )
  const opened = openDatabase({
    databaseUrl: withDatabaseName(databases.serverUrl, name),
    dataDir: '',
    log: testLog,
  })
  await expect(opened).rejects.toThrow(OperatorError)
  await expect(opened).rejects.toThrow(
    "has the encoding LATIN1, which cannot store every page; Readback needs UTF8. Create another with: CREATE DATABASE readback ENCODING 'UTF8' TEMPLATE template0;",
  )
  await runStatement(databases.serverUrl, `drop database ${name} with (force)`)
})

test('refuses to start with a sentence when the server cannot be reached', async () => {
  const databaseUrl = 'postgres://user@127.0.0.1:1/none'
  const refused = openDatabase({ databaseUrl, dataDir: '', log: testLog })
  await expect(refused).rejects.toBeInstanceOf(OperatorError)
  await expect(refused).rejects.toThrow('Cannot use the PostgreSQL server in DATABASE_URL')
})
