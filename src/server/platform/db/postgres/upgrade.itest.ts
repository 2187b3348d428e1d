/** Opens the database of an earlier version. How a release adds a snapshot: docs/operations.md, "Upgrading". */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { migrationsFolder } from '#server/platform/db/migrations-folder.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { openTestApp } from '#test/app.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { type Query, readAllRows, restoreSnapshot } from '#test/releases/restore-snapshot.ts'
import { expectSnapshotData, pinnedMigrations, SNAPSHOT_SECRET, snapshots } from '#test/releases/snapshots.ts'
import { testLog } from '#test/test-log.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it.each(snapshots)(
  'opens a database with the schema $schema and keeps every row',
  async ({ file, schema }) => {
    await expectUpgrade(file, schema)
  },
  60_000,
)

it('never changes a migration that a snapshot has seen', async () => {
  const pinned = pinnedMigrations()
  const digest = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(migrationsFolder, name)))
      .digest('hex')
  const current = await Promise.all(Object.keys(pinned).map(async (name) => [name, await digest(name)]))
  expect(Object.fromEntries(current)).toEqual(pinned)
})

async function expectUpgrade(file: string, schema: string) {
  const databases = inject('databases')
  if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
  const name = `release_${randomUUID().replaceAll('-', '')}`
  await runStatement(databases.serverUrl, `create database ${name}`)
  closing.push(() => runStatement(databases.serverUrl, `drop database ${name} with (force)`))
  const databaseUrl = withDatabaseName(databases.serverUrl, name)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  closing.push(() => client.end())
  const query: Query = (statement, values) => client.query(statement, values)
  const migrateFrom = (folder: string) => migrate(drizzle({ client }), { migrationsFolder: folder })
  await restoreSnapshot(file, { query, migrateFrom })

  const before = await readAllRows(query)
  await (await openDatabase({ databaseUrl, dataDir: '', log: testLog })).close()
  expect(await readAllRows(query, before)).toEqual(before)
  const app = await openTestApp({ databaseUrl, appSecret: SNAPSHOT_SECRET })
  closing.push(() => app.close())
  await expectSnapshotData(app, schema)
}
