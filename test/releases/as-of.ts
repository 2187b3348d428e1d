/** A database as an earlier version left it: its tables, made by the migrations of that time, with the rows of a released fixture. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isForeignKeyViolation } from '#server/db/errors.ts'
import { migrationsFolder } from '#server/db/migrations-folder.ts'

/** Before there were checks, shared chats and counts by day; no release had this one. */
export const EARLY = 10

/** One statement of either database, and its rows. */
export type Query = (statement: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/**
 * Makes the tables as they were after so many migrations, those of the release by default, and fills them. `migrateFrom`
 * runs the migrations of a folder.
 */
export async function makeAsOf(
  { file, migrations }: { file: string; migrations?: number | undefined },
  { query, migrateFrom }: { query: Query; migrateFrom: (migrationsFolder: string) => Promise<void> },
): Promise<void> {
  const [first = '', ...lines] = gunzipSync(await readFile(file)).toString().trim().split('\n')
  const folder = await firstMigrations(migrations ?? JSON.parse(first).migrations)
  try {
    await migrateFrom(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
  await fill(query, lines)
}

/** A copy of the folder in which later migrations are not written yet. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'readback-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

/** The rows as that version would have written them: a table or a column that it did not have is left out. */
async function fill(query: Query, lines: string[]) {
  const columns = await columnsOf(query)
  let table = ''
  let waiting: (() => Promise<unknown>)[] = []
  for (const line of lines) {
    if (!line.startsWith('{')) {
      const [what, name] = JSON.parse(line)
      if (what === 'table') table = name
      continue
    }
    const [into, row] = [table, JSON.parse(line)]
    const names = (columns[into] ?? []).filter((column) => column in row).map((column) => `"${column}"`).join(', ')
    if (names) waiting.push(() => query(`insert into "${into}" (${names}) select ${names} from json_populate_record(null::"${into}", $1)`, [line]))
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

type Columns = Record<string, string[]>

/** By table. */
async function columnsOf(query: Query): Promise<Columns> {
  const { rows } = await query(`
    select coalesce(json_object_agg(table_name, columns), '{}') as tables from (
      select table_name, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'public' group by table_name) as each_table`)
  // Of one row, made by the statement above.
  return (rows[0] as { tables: Columns }).tables
}

export type Kept = { columns: Columns; rows: Record<string, unknown[]> }

/** Every row of every table, in the columns that `like` has, else in all. */
export async function everyRow(query: Query, like?: Kept): Promise<Kept> {
  const columns = like?.columns ?? (await columnsOf(query))
  const rows: Kept['rows'] = {}
  for (const [table, names] of Object.entries(columns)) {
    // One row as one text, which every driver reads alike.
    const listed = names.map((name) => `"${name}"`).join(', ')
    rows[table] = (await query(`select row(${listed})::text as row from "${table}" order by 1`)).rows
  }
  return { columns, rows }
}
