import { parseJson } from '#shared/parse-json.ts'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { SETTINGS_CHANNEL } from '#server/platform/stored-settings.ts'
import { Header, Mark, readBackup } from './backup-file.ts'
import { countMigrations, createTableDigest, SECRET_CHECK } from './export-installation.ts'
import { readRows } from './read-rows.ts'
import { resealRow, type Row, hasSealedColumns } from './reseal-row.ts'
import { readTables, type Table } from './read-tables.ts'

/** Characters of JSON in one insert. */
const BATCH_CHARACTERS = 1_500_000
const BATCH_ROWS = 500
/** A longer text is sent as a separate parameter, because the embedded database accepts no value above 10 MB. */
const LONG_TEXT_CHARACTERS = 500_000

type Options = { db: Db; appSecret: string; file: string; oldSecret?: string | undefined }

/**
 * Fills an empty installation from a backup in one transaction and returns the number of rows. `oldSecret` is the
 * APP_SECRET of the exporting installation, needed when it differs from `appSecret`: sealed values are resealed. Throws
 * AppError 'backup.…' when the file is damaged or newer than this version, the secret is missing or wrong, or this
 * installation already has accounts.
 */
export async function importInstallation({ db, appSecret, file, oldSecret }: Options): Promise<{ rows: number }> {
  return db.transaction(async (tx) => {
    await requireEmpty(tx)
    const lines = readBackup(file)
    const header = await readHeader(lines, file)
    const migrations = await countMigrations(tx)
    if (header.migrations > migrations) throw new AppError('backup.newer')
    const secrets = { from: findSecret(header, [appSecret, oldSecret]), to: appSecret }
    const tables = await readTables(tx)
    const checksums = await insertTables(tx, { lines, file, tables, secrets })
    await advanceSequences(tx, tables)
    await verifyTables(tx, tables, checksums, { file, sameColumns: header.migrations === migrations })
    await notify(tx, SETTINGS_CHANNEL, '')
    return { rows: [...checksums.values()].reduce((sum, { rows }) => sum + rows, 0) }
  })
}

/** `from` is the APP_SECRET that the file's values are sealed under, `to` that of this installation. */
type Secrets = { from: string; to: string }

/** By table, as recorded in the file. */
type Checksums = Map<string, { rows: number; digest: string }>

async function requireEmpty(tx: Db) {
  // Prevents sign-ups until the commit.
  await tx.execute(sql`lock table users in share row exclusive mode`)
  const { rows } = z.object({ rows: z.array(z.unknown()) }).parse(await tx.execute(sql`select 1 from users limit 1`))
  if (rows.length > 0) throw new AppError('backup.not-empty')
}

async function readHeader(lines: AsyncGenerator<string>, file: string): Promise<Header> {
  const { value } = await lines.next()
  const header = Header.safeParse(parseJson(String(value)))
  if (!header.success)
    throw new AppError('backup.unreadable', { file, reason: 'it does not start with the header of a Readback backup' })
  return header.data
}

function findSecret({ secretCheck }: Header, secrets: (string | undefined)[]): string {
  for (const secret of secrets) {
    try {
      if (secret && createSecretBox(secret).open(secretCheck, SECRET_CHECK) === SECRET_CHECK) return secret
    } catch {
      // Sealed under another secret.
    }
  }
  throw new AppError(secrets[1] ? 'backup.wrong-secret' : 'backup.needs-secret')
}

type BackupLines = { lines: AsyncIterable<string>; file: string; tables: Table[]; secrets: Secrets }

async function insertTables(tx: Db, { lines, file, tables, secrets }: BackupLines): Promise<Checksums> {
  const known = new Map(tables.map((table) => [table.name, table]))
  const checksums: Checksums = new Map()
  const inserter = createBatchInserter(tx)
  let table: Table | undefined
  let isComplete = false

  for await (const line of lines) {
    if (line.startsWith('{') && table) {
      const row = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
      const resealed = hasSealedColumns(table.name) ? await resealRow(table.name, row, secrets) : row
      await inserter.add(table, resealed, line.length)
      continue
    }
    const mark = Mark.safeParse(parseJson(line))
    if (!mark.success) throw new AppError('backup.unreadable', { file, reason: 'it contains a malformed line' })
    await inserter.flush()
    const { data } = mark
    if (data[0] === 'complete') {
      isComplete = true
    } else if (data[0] === 'end') {
      const [, name, rows, digest] = data
      checksums.set(name, { rows, digest })
    } else {
      table = known.get(data[1])
      if (!table) throw new AppError('backup.newer')
    }
  }
  if (!isComplete) throw new AppError('backup.unreadable', { file, reason: 'it is incomplete' })
  await inserter.setReferences()
  return checksums
}

/** Inserts rows in batches. The rows of a batch are of one table: `flush` before the next one. */
function createBatchInserter(tx: Db) {
  const deferredUpdates: (() => Promise<unknown>)[] = []
  let table: Table | undefined
  let batch: Row[] = []
  let characters = 0

  async function flush() {
    if (!table || batch.length === 0) return
    deferredUpdates.push(...deferReferences(tx, table, batch))
    await insertRows(tx, table, batch)
    batch = []
    characters = 0
  }
  return {
    async add(rowTable: Table, row: Row, rowCharacters: number) {
      table = rowTable
      batch.push(row)
      characters += rowCharacters
      if (characters >= BATCH_CHARACTERS || batch.length >= BATCH_ROWS) await flush()
    },
    flush,
    /** Once all rows are inserted. */
    async setReferences() {
      for (const update of deferredUpdates) await update()
    },
  }
}

/** Columns that an older file does not have get their defaults. */
async function insertRows(tx: Db, table: Table, rows: Row[]) {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = table.columns.filter(({ name }) => given.has(name))
  const shortRows: Row[] = []
  for (const row of rows) {
    const longTexts = longTextsOf(row, columns)
    const inserted = withoutDeferred(row, table)
    if (longTexts.size === 0) shortRows.push(inserted)
    else await insertBatch(tx, table, columns, [inserted], longTexts)
  }
  if (shortRows.length > 0) await insertBatch(tx, table, columns, shortRows, new Map())
}

/** By column. */
function longTextsOf(row: Row, columns: Table['columns']): Map<string, string> {
  const long = columns.filter(({ name, type }) => isLongText(row[name]) && (type === 'text' || type === 'bytea'))
  return new Map(long.map(({ name }) => [name, String(row[name])]))
}

/** `longTexts` by column; with any, `rows` has one row. */
async function insertBatch(
  tx: Db,
  table: Table,
  columns: Table['columns'],
  rows: Row[],
  longTexts: Map<string, string>,
) {
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const values = columns.map(({ name, type }): SQL => {
    const text = longTexts.get(name)
    return text === undefined ? sql`given.${sql.identifier(name)}` : sql`${text}::text::${sql.raw(type)}`
  })
  const emptied = Object.fromEntries([...longTexts.keys()].map((name) => [name, '']))
  const json = JSON.stringify(rows.map((row) => ({ ...row, ...emptied })))
  await tx.execute(sql`
    insert into ${sql.identifier(table.name)} (${names})
    select ${sql.join(values, sql`, `)}
    from json_populate_recordset(null::${sql.identifier(table.name)}, ${json}::json) given`)
}

function withoutDeferred(row: Row, { deferred }: Table): Row {
  return deferred.length > 0 ? { ...row, ...Object.fromEntries(deferred.map((name) => [name, null])) } : row
}

/** The updates that set references to rows which are inserted later. */
function deferReferences(tx: Db, table: Table, rows: Row[]): (() => Promise<unknown>)[] {
  const referring = rows.filter((row) => table.deferred.some((name) => row[name] !== null && row[name] !== undefined))
  if (referring.length === 0) return []
  const keys = table.columns.filter(({ key }) => key).map(({ name }) => name)
  const target = sql.identifier(table.name)
  const json = JSON.stringify(
    referring.map((row) => Object.fromEntries([...keys, ...table.deferred].map((name) => [name, row[name]]))),
  )
  const assignments = sql.join(
    table.deferred.map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`),
    sql`, `,
  )
  const sameKey = sql.join(
    keys.map((name) => sql`${target}.${sql.identifier(name)} = given.${sql.identifier(name)}`),
    sql` and `,
  )
  const given = sql`json_populate_recordset(null::${target}, ${json}::json) given`
  return [() => tx.execute(sql`update ${target} set ${assignments} from ${given} where ${sameKey}`)]
}

/** So that new rows are numbered after the imported ones. */
async function advanceSequences(tx: Db, tables: Table[]) {
  for (const { name, columns } of tables) {
    for (const column of columns.filter(({ serial }) => serial)) {
      const [table, field] = [sql.identifier(name), sql.identifier(column.name)]
      await tx.execute(sql`
        select setval(pg_get_serial_sequence(${`"${name}"`}, ${column.name}), coalesce((select max(${field}) from ${table}), 1),
                      exists (select 1 from ${table}))`)
    }
  }
}

/** Reads the imported tables back and compares them with the checksums in the file. */
async function verifyTables(
  tx: Db,
  tables: Table[],
  checksums: Checksums,
  { file, sameColumns }: { file: string; sameColumns: boolean },
) {
  for (const table of tables) {
    const expected = checksums.get(table.name)
    if (!expected) continue
    const digest = createTableDigest(table)
    for await (const batch of readRows(tx, table)) {
      for (const row of batch) digest.add(row)
    }
    // An older file lacks columns, so only its row counts are comparable.
    const matches = digest.rows() === expected.rows && (!sameColumns || digest.sum() === expected.digest)
    if (!matches) {
      const reason = `its table ${table.name} does not match its checksum`
      throw new AppError('backup.unreadable', { file, reason })
    }
  }
}

function isLongText(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONG_TEXT_CHARACTERS
}
