/** An older version's database is opened by this one. How a release adds itself: docs/operations.md, "Upgrading". */
import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { migrationsFolder } from '#server/db/migrations-folder.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openTestApp } from '#test/app.ts'
import { onServer, withName } from '#test/on-server.ts'
import { EARLY, everyRow, makeAsOf, type Query } from '#test/releases/as-of.ts'
import { expectEverythingThere, RELEASE_SECRET, releasedMigrations, releases } from '#test/releases/released.ts'
import { silentLog } from '#test/silent-log.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it.each(releases)('opens what $version left, with everything in it', async ({ file }) => {
  await opens(file)
}, 60_000)

it('opens a database of long before, too', async () => {
  await opens(releases[0]?.file ?? '', EARLY)
}, 60_000)

it('changes no migration that was released, since nobody would run it again', async () => {
  const released = releasedMigrations()
  const digest = async (name: string) => createHash('sha256').update(await readFile(join(migrationsFolder, name))).digest('hex')
  const now = await Promise.all(Object.keys(released).map(async (name) => [name, await digest(name)]))
  expect(Object.fromEntries(now)).toEqual(released)
})

async function opens(file: string, migrations?: number) {
  const databases = inject('databases')
  if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
  const name = `release_${randomUUID().replaceAll('-', '')}`
  await onServer(databases.serverUrl, `create database ${name}`)
  closing.push(() => onServer(databases.serverUrl, `drop database ${name} with (force)`))
  const databaseUrl = withName(databases.serverUrl, name)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  closing.push(() => client.end())
  const query: Query = (statement, values) => client.query(statement, values)
  await makeAsOf({ file, migrations }, { query, migrateFrom: (folder) => migrate(drizzle({ client }), { migrationsFolder: folder }) })

  const before = await everyRow(query)
  await (await openDatabase({ databaseUrl, dataDir: '', log: silentLog })).close()
  expect(await everyRow(query, before)).toEqual(before)
  const app = await openTestApp({ databaseUrl, appSecret: RELEASE_SECRET })
  closing.push(() => app.close())
  await expectEverythingThere(app)
}
