/** Builds a database as an earlier version left it: that version's migrations, filled with the rows of its snapshot. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isForeignKeyViolation } from '#server/platform/db/errors.ts'
import { migrationsFolder } from '#server/platform/db/migrations-folder.ts'

/** Runs one statement on either database. */
export type Query = (statement: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

type Target = {
  query: Query
  /** Runs the migrations of a folder. */
  migrateFrom: (migrationsFolder: string) => Promise<void>
}

export async function restoreSnapshot(file: string, { query, migrateFrom }: Target): Promise<void> {
  const [header = '', ...lines] = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n')
  const folder = await copyMigrations(JSON.parse(header).migrations)
  try {
    await migrateFrom(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
  await insertRows(query, lines)
}

/** Copies the migrations folder, with only the first `count` migrations in its journal. */
async function copyMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'readback-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

/** Leaves out tables and columns that the schema does not have. */
async function insertRows(query: Query, lines: string[]) {
  const columns = await columnsByTable(query)
  let table = ''
  let pending: (() => Promise<unknown>)[] = []
  for (const line of lines) {
    if (!line.startsWith('{')) {
      const [kind, name] = JSON.parse(line)
      if (kind === 'table') table = name
      continue
    }
    const [into, row] = [table, JSON.parse(line)]
    const names = (columns[into] ?? [])
      .filter((column) => column in row)
      .map((column) => `"${column}"`)
      .join(', ')
    if (!names) continue
    const insert = `insert into "${into}" (${names}) select ${names} from json_populate_record(null::"${into}", $1)`
    pending.push(() => query(insert, [line]))
  }
  // Rows that refer to rows further down are retried in the next round.
  for (let round = 0; pending.length > 0; round++) {
    const refused: typeof pending = []
    for (const insert of pending) {
      await insert().catch((error: unknown) => {
        if (round === 5 || !isForeignKeyViolation(error)) throw error
        refused.push(insert)
      })
    }
    pending = refused
  }
}

type Columns = Record<string, string[]>

async function columnsByTable(query: Query): Promise<Columns> {
  const { rows } = await query(`
    select coalesce(json_object_agg(table_name, columns), '{}') as tables from (
      select table_name, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'public' group by table_name) as each_table`)
  // The aggregate above always returns one row.
  return (rows[0] as { tables: Columns }).tables
}

export type AllRows = { columns: Columns; rows: Record<string, unknown[]> }

/** What later migrations renamed: a table, or a column as TABLE.COLUMN, to its name of today. */
const RENAMED: Record<string, string> = {
  host_turns: 'host_locks',
  'email_codes.holder': 'requested_by',
  'sign_ups.holder': 'token_hash',
}

/** Columns of the search index, which later migrations rebuild: a search shows whether they did. */
const REBUILT = ['message_words.words', 'page_words.words']

/** Tables that later migrations drop; their rows expired within minutes. */
const DROPPED = ['rate_limits']

/**
 * Reads every row of every table that still exists: all columns but the rebuilt ones, or those that an earlier schema
 * had in `earlier`, under its names.
 */
export async function readAllRows(query: Query, earlier?: AllRows): Promise<AllRows> {
  const columns = earlier?.columns ?? (await columnsByTable(query))
  const nameOf = (name: string, key = name) => `"${(earlier && RENAMED[key]) ?? name}"`
  const rows: AllRows['rows'] = {}
  for (const [table, names] of Object.entries(columns)) {
    if (DROPPED.includes(table)) continue
    // As text, because drivers return other types differently.
    const list = names
      .filter((name) => !REBUILT.includes(`${table}.${name}`))
      .map((name) => nameOf(name, `${table}.${name}`))
      .join(', ')
    rows[table] = (await query(`select row(${list})::text as row from ${nameOf(table)} order by 1`)).rows
  }
  return { columns, rows }
}
