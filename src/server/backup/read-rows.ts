import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'
import type { Table } from './read-tables.ts'

const Rows = z.object({ rows: z.array(z.object({ row: z.string(), key: z.array(z.string()) })) })

const FIRST_BATCH_ROWS = 20
const MAX_BATCH_ROWS = 2_000
/** The installation's own: it says which APP_SECRET the database belongs to. */
const EXCLUDED_ROWS: Record<string, SQL> = { system_settings: sql`key <> 'secret_check'` }
/** The target size of a batch; one value can have 10 MB. */
const BATCH_BYTES = 2_000_000

/**
 * Reads a table in key order, in batches of rows as JSON. The same row gives the same text on both databases. All
 * batches are read in `tx`, which makes them consistent.
 */
export async function* readRows(tx: Db, table: Table): AsyncGenerator<string[]> {
  await tx.execute(sql`set local timezone to 'UTC'`)
  const keys = table.columns.filter(({ key }) => key)
  const source = sql.identifier(table.name)
  const columns = sql.join(
    table.columns.map(({ name }) => sql`${source}.${sql.identifier(name)}`),
    sql`, `,
  )
  const keyTexts = sql.join(
    keys.map(({ name }) => sql`${source}.${sql.identifier(name)}::text`),
    sql`, `,
  )
  // By bytes, because the locales of the two databases differ.
  const order = sql.join(
    keys.map(({ name, type }) =>
      type === 'text' ? sql`${source}.${sql.identifier(name)} collate "C"` : sql`${source}.${sql.identifier(name)}`,
    ),
    sql`, `,
  )
  let after: string[] | null = null
  for (let limit = FIRST_BATCH_ROWS; ;) {
    const isIncluded = EXCLUDED_ROWS[table.name] ?? sql`true`
    const isNext = after ? sql`(${order}) > (${typedValues(after, keys)})` : sql`true`
    const { rows } = Rows.parse(
      await tx.execute(sql`
        select (select row_to_json(fields)::text from (select ${columns}) fields) as row, array[${keyTexts}] as key
        from ${source} where ${isIncluded} and ${isNext} order by ${order} limit ${limit}`),
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < limit) return
    after = rows.at(-1)?.key ?? null
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0)
    limit = Math.min(MAX_BATCH_ROWS, Math.max(1, Math.floor((rows.length * BATCH_BYTES) / Math.max(bytes, 1))))
  }
}

function typedValues(values: string[], keys: Table['columns']): SQL {
  return sql.join(
    keys.map(({ type }, n) => sql`${values[n] ?? ''}::${sql.raw(type)}`),
    sql`, `,
  )
}
