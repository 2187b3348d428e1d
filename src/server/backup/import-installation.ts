/** Fills an empty installation from the file of another, in one transaction: all of it or nothing. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'
import { secretBox } from '#server/secrets/secret-box.ts'
import { SETTINGS_CHANNEL } from '#server/settings/stored-settings.ts'
import { Header, Mark, readBackup } from './backup-file.ts'
import { countMigrations, SECRET_CHECK, tableDigest } from './export-installation.ts'
import { readRows } from './read-rows.ts'
import { resealed, type Row, hasSealed } from './sealed-values.ts'
import { readTables, type Table } from './tables.ts'

/** Of the rows of one statement, as characters of JSON. */
const BATCH_CHARACTERS = 1_500_000
const BATCH_ROWS = 500
/** A text that is longer travels as a value of its own: the embedded database takes none above 10 MB. */
const LONG_TEXT = 500_000

type Wanted = { db: Db; appSecret: string; file: string; oldSecret?: string | undefined }

/**
 * Answers how many rows came in. `oldSecret` is the APP_SECRET of the installation that the file is from, needed when
 * it is not ours: what lies sealed is opened with it and sealed anew. Throws AppError 'backup.…' when the file is
 * damaged or newer than this version, the secret is missing or wrong, or this installation has accounts already.
 */
export async function importInstallation({ db, appSecret, file, oldSecret }: Wanted): Promise<{ rows: number }> {
  return db.transaction(async (tx) => {
    await requireEmpty(tx)
    const lines = readBackup(file)
    const header = await readHeader(lines, file)
    const ours = await countMigrations(tx)
    if (header.migrations > ours) throw new AppError('backup.newer')
    const secrets = { from: secretOf(header, [appSecret, oldSecret]), to: appSecret }
    const tables = await readTables(tx)
    const told = await fill(tx, { lines, file, tables, secrets })
    await countOn(tx, tables)
    await compare(tx, tables, told, { file, sameColumns: header.migrations === ours })
    await notify(tx, SETTINGS_CHANNEL, '')
    return { rows: [...told.values()].reduce((sum, { rows }) => sum + rows, 0) }
  })
}

type Told = Map<string, { rows: number; digest: string }>

async function requireEmpty(tx: Db) {
  // Nobody signs up between this look and the commit.
  await tx.execute(sql`lock table users in share row exclusive mode`)
  const { rows } = z.object({ rows: z.array(z.unknown()) }).parse(await tx.execute(sql`select 1 from users limit 1`))
  if (rows.length > 0) throw new AppError('backup.not-empty')
}

async function readHeader(lines: AsyncGenerator<string>, file: string): Promise<Header> {
  const { value } = await lines.next()
  const header = Header.safeParse(parsed(String(value)))
  if (!header.success) throw new AppError('backup.unreadable', { file, reason: 'it does not begin as a backup of Readback does' })
  return header.data
}

function secretOf({ secretCheck }: Header, secrets: (string | undefined)[]): string {
  for (const secret of secrets) {
    try {
      if (secret && secretBox(secret).open(secretCheck, SECRET_CHECK) === SECRET_CHECK) return secret
    } catch {
      // Another one.
    }
  }
  throw new AppError(secrets[1] ? 'backup.wrong-secret' : 'backup.needs-secret')
}

async function fill(
  tx: Db,
  { lines, file, tables, secrets }: { lines: AsyncIterable<string>; file: string; tables: Table[]; secrets: { from: string; to: string } },
): Promise<Told> {
  const known = new Map(tables.map((table) => [table.name, table]))
  const told: Told = new Map()
  const later: (() => Promise<unknown>)[] = []
  let table: Table | undefined
  let batch: Row[] = []
  let characters = 0
  let complete = false

  async function flush() {
    if (!table || batch.length === 0) return
    later.push(...pointLater(tx, table, batch))
    await insert(tx, table, batch)
    batch = []
    characters = 0
  }

  for await (const line of lines) {
    if (line.startsWith('{') && table) {
      const row = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
      batch.push(hasSealed(table.name) ? await resealed(table.name, row, secrets) : row)
      characters += line.length
      if (characters >= BATCH_CHARACTERS || batch.length >= BATCH_ROWS) await flush()
      continue
    }
    const mark = Mark.safeParse(parsed(line))
    if (!mark.success) throw new AppError('backup.unreadable', { file, reason: 'a line in it is none of a backup' })
    await flush()
    if (mark.data[0] === 'complete') complete = true
    else if (mark.data[0] === 'end') told.set(mark.data[1], { rows: mark.data[2], digest: mark.data[3] })
    else {
      table = known.get(mark.data[1])
      if (!table) throw new AppError('backup.newer')
    }
  }
  if (!complete) throw new AppError('backup.unreadable', { file, reason: 'it ends too early' })
  for (const point of later) await point()
  return told
}

/** Columns that the file does not have, because it is older, get what the tables say. */
async function insert(tx: Db, table: Table, rows: Row[]) {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = table.columns.filter(({ name }) => given.has(name))
  const short: Row[] = []
  for (const row of rows) {
    const long = columns.filter(({ name, type }) => isLong(row[name]) && (type === 'text' || type === 'bytea'))
    if (long.length === 0) short.push(forNow(row, table))
    else await insertAs(tx, table, columns, [forNow(row, table)], new Map(long.map(({ name }) => [name, String(row[name])])))
  }
  if (short.length > 0) await insertAs(tx, table, columns, short, new Map())
}

async function insertAs(tx: Db, table: Table, columns: Table['columns'], rows: Row[], long: Map<string, string>) {
  const names = sql.join(columns.map(({ name }) => sql.identifier(name)), sql`, `)
  const values = columns.map(({ name, type }): SQL => {
    const text = long.get(name)
    return text === undefined ? sql`told.${sql.identifier(name)}` : sql`${text}::text::${sql.raw(type)}`
  })
  const texts = rows.map((row) => ({ ...row, ...Object.fromEntries([...long.keys()].map((name) => [name, ''])) }))
  await tx.execute(sql`
    insert into ${sql.identifier(table.name)} (${names})
    select ${sql.join(values, sql`, `)}
    from json_populate_recordset(null::${sql.identifier(table.name)}, ${JSON.stringify(texts)}::json) told`)
}

function forNow(row: Row, { later }: Table): Row {
  return later.length > 0 ? { ...row, ...Object.fromEntries(later.map((name) => [name, null])) } : row
}

/** What points at rows that are not there yet is written once they are. */
function pointLater(tx: Db, table: Table, rows: Row[]): (() => Promise<unknown>)[] {
  const pointing = rows.filter((row) => table.later.some((name) => row[name] !== null && row[name] !== undefined))
  if (pointing.length === 0) return []
  const keys = table.columns.filter(({ key }) => key).map(({ name }) => name)
  const named = sql.identifier(table.name)
  const told = pointing.map((row) => Object.fromEntries([...keys, ...table.later].map((name) => [name, row[name]])))
  const set = sql.join(table.later.map((name) => sql`${sql.identifier(name)} = told.${sql.identifier(name)}`), sql`, `)
  const same = sql.join(keys.map((name) => sql`${named}.${sql.identifier(name)} = told.${sql.identifier(name)}`), sql` and `)
  const from = sql`json_populate_recordset(null::${named}, ${JSON.stringify(told)}::json) told`
  return [() => tx.execute(sql`update ${named} set ${set} from ${from} where ${same}`)]
}

/** New rows are numbered after those that came in. */
async function countOn(tx: Db, tables: Table[]) {
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ counted }) => counted)) {
      const [table, field] = [sql.identifier(name), sql.identifier(column.name)]
      await tx.execute(sql`
        select setval(pg_get_serial_sequence(${`"${name}"`}, ${column.name}), coalesce((select max(${field}) from ${table}), 1),
                      exists (select 1 from ${table}))`)
    }
  }
}

/** What stands in the tables now is what stood there when the file was made. */
async function compare(tx: Db, tables: Table[], told: Told, { file, sameColumns }: { file: string; sameColumns: boolean }) {
  for (const table of tables) {
    const wanted = told.get(table.name)
    if (!wanted) continue
    const digest = tableDigest(table)
    for await (const batch of readRows(tx, table)) for (const row of batch) digest.add(row)
    // An older file lacks columns, so there only the rows are counted.
    if (digest.rows() !== wanted.rows || (sameColumns && digest.sum() !== wanted.digest)) {
      throw new AppError('backup.unreadable', { file, reason: `its table ${table.name} is not what it was when the file was made` })
    }
  }
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONG_TEXT
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
