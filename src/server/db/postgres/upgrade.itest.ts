/** An older version's database is opened by this one. How a release adds itself: docs/operations.md, "Upgrading". */
import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { isForeignKeyViolation } from '#server/db/errors.ts'
import { migrationsFolder } from '#server/db/migrations-folder.ts'
import { openTestApp } from '#test/app.ts'
import { onServer, withName } from '#test/on-server.ts'
import { expectEverythingThere, RELEASE_SECRET, releasedMigrations, releases } from '#test/releases/released.ts'

/** Before there were checks, shared chats and counts by day; no release had this one. */
const EARLY = 10

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it.each(releases)('opens what $version left, with everything in it', async ({ file }) => {
  await opens(await databaseAsOf(file))
}, 60_000)

it('opens a database of long before, too', async () => {
  await opens(await databaseAsOf(releases[0]?.file ?? '', EARLY))
}, 60_000)

it('changes no migration that was released, since nobody would run it again', async () => {
  const released = releasedMigrations()
  const digest = async (name: string) => createHash('sha256').update(await readFile(join(migrationsFolder, name))).digest('hex')
  const now = await Promise.all(Object.keys(released).map(async (name) => [name, await digest(name)]))
  expect(Object.fromEntries(now)).toEqual(released)
})

async function opens(databaseUrl: string) {
  const app = await openTestApp({ databaseUrl, appSecret: RELEASE_SECRET })
  closing.push(() => app.close())
  await expectEverythingThere(app)
}

/** A database with the tables of that time (after so many migrations; those of the release by default) and its rows. */
async function databaseAsOf(file: string, migrations?: number): Promise<string> {
  const databases = inject('databases')
  if (databases.kind !== 'postgres') throw new Error('this suite runs on PostgreSQL')
  const name = `release_${randomUUID().replaceAll('-', '')}`
  await onServer(databases.serverUrl, `create database ${name}`)
  closing.push(() => onServer(databases.serverUrl, `drop database ${name} with (force)`))
  const databaseUrl = withName(databases.serverUrl, name)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  closing.push(() => client.end())
  const [first = '', ...lines] = gunzipSync(await readFile(file)).toString().trim().split('\n')
  const header = JSON.parse(first)
  await migrate(drizzle({ client }), { migrationsFolder: await firstMigrations(migrations ?? header.migrations) })
  await fill(client, lines)
  return databaseUrl
}

/** A copy of the folder in which later migrations are not written yet. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'readback-migrations-'))
  closing.push(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

/** The rows as that version would have written them: a table or a column that it did not have is left out. */
async function fill(client: Client, lines: string[]) {
  const { rows: known } = await client.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(column_name::text) as columns
      from information_schema.columns where table_schema = 'public' group by table_name`)
  const columnsOf = new Map(known.map(({ table, columns }) => [table, columns]))
  let table = ''
  let waiting: (() => Promise<unknown>)[] = []
  for (const line of lines) {
    if (!line.startsWith('{')) {
      const [what, name] = JSON.parse(line)
      if (what === 'table') table = name
      continue
    }
    const [into, row] = [table, JSON.parse(line)]
    const names = (columnsOf.get(into) ?? []).filter((column) => column in row).map((column) => `"${column}"`).join(', ')
    if (names) waiting.push(() => client.query(`insert into "${into}" (${names}) select ${names} from json_populate_record(null::"${into}", $1)`, [line]))
  }
  // What refers to a row that is not there yet has its turn in the next round.
  for (let rounds = 0; waiting.length > 0; rounds++) {
    const refused: typeof waiting = []
    for (const insert of waiting) {
      await insert().catch((error: unknown) => {
        if (rounds === 5 || !isForeignKeyViolation(error)) throw error
        refused.push(insert)
      })
    }
    waiting = refused
  }
}
