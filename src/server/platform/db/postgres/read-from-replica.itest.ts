import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { type PostgresServer, startPostgresServer } from '#test/postgres-server.ts'
import { runStatement } from '#test/run-statement.ts'
import { waitFor } from '#test/wait-for.ts'

let primary: PostgresServer
let replica: PostgresServer
let app: TestApp
let person: Person

beforeAll(async () => {
  // Durable: the position of a commit is known only when it is on disk.
  primary = await startPostgresServer({ durable: true })
  replica = await startPostgresServer({ durable: true, replicaOf: primary })
  app = await openTestApp({ databaseUrl: primary.url, databaseReplicaUrl: replica.url })
  person = await app.signUp()
}, 60_000)

afterAll(async () => {
  await app?.close()
  await replica?.stop()
  await primary?.stop()
})

const Answer = z.object({ rows: z.tuple([z.object({ is_replica: z.boolean() })]) })

/** True when the next list comes from the replica. */
const usesReplica = () =>
  app.services.database.readReplicated(
    async (db) => Answer.parse(await db.execute(sql`select pg_is_in_recovery() as is_replica`)).rows[0].is_replica,
  )
const untilReplicaIsUsed = () => waitFor('the replica to be used', usesReplica)

const Scans = z.tuple([z.object({ scans: z.coerce.number() })])

/** How often the replica has read the table; PostgreSQL counts with a delay. */
async function scansOnReplica(table: string) {
  const rows = await runStatement(
    replica.url,
    `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0) as scans from pg_stat_user_tables where relname = '${table}'`,
  )
  return Scans.parse(rows)[0].scans
}

/** Makes a notebook and returns whether the list, asked for right afterward, has it. */
async function listsNewNotebook(title: string): Promise<boolean> {
  expect((await person.post('/api/notebooks', { title })).status).toBe(201)
  const { status, body } = await person.get('/api/notebooks')
  expect(status).toBe(200)
  return body.notebooks.some((each: { title: string }) => each.title === title)
}

describe('lists and searches with a replica', () => {
  it('come from it and show what the user changed just before [replica-1]', async () => {
    await untilReplicaIsUsed()
    for (let round = 0; round < 20; round++) expect(await listsNewNotebook(`Round ${round}`)).toBe(true)
    await untilReplicaIsUsed()
    for (const [path, table] of [
      ['/api/chats', 'saved_chats'],
      ['/api/crawls', 'crawls'],
      ['/api/notebooks', 'notebooks'],
    ] as const)
      await waitFor(`${path} to read ${table} on the replica`, async () => {
        expect((await person.get(path)).status).toBe(200)
        return (await scansOnReplica(table)) > 0
      })
    expect((await person.get('/api/chats/search?q=lighthouse&in=messages')).body.hits).toEqual([])
  })

  it('come from the primary while the replica is behind [replica-2]', async () => {
    await untilReplicaIsUsed()
    await runStatement(replica.url, 'select pg_wal_replay_pause()')
    expect(await listsNewNotebook('While it is behind')).toBe(true)
    expect(await usesReplica()).toBe(false)
    await runStatement(replica.url, 'select pg_wal_replay_resume()')
    await untilReplicaIsUsed()
  })

  it('still come from the replica after a query that the primary refuses as well, not after one that it answers [replica-4]', async () => {
    await untilReplicaIsUsed()
    const read = app.services.database.readReplicated
    await expect(read((db) => db.execute(sql`select 1 / 0`))).rejects.toThrow()
    expect(await usesReplica()).toBe(true)
    // A replica does not write.
    await read((db) => db.execute(sql`select pg_current_wal_lsn()`))
    expect(await usesReplica()).toBe(false)
    await untilReplicaIsUsed()
  })

  it('come from the primary while the replica is away [replica-3]', async () => {
    await untilReplicaIsUsed()
    const restart = await replica.interrupt()
    expect(await listsNewNotebook('While it is away')).toBe(true)
    expect(await usesReplica()).toBe(false)
    await restart()
    await untilReplicaIsUsed()
  })
})
