/** The rows of a table as JSON texts, in the order of its key, a few megabytes at a time. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { Table } from './tables.ts'

const Rows = z.object({ rows: z.array(z.object({ row: z.string(), key: z.array(z.string()) })) })

const FIRST_ROWS = 20
const MOST_ROWS = 2_000
/** Of one batch; a value may be 10 MB by itself. */
const BATCH_BYTES = 2_000_000

/** All within `tx`, so that every row is of one moment. The same row gives the same text on either database. */
export async function* readRows(tx: Db, table: Table): AsyncGenerator<string[]> {
  await tx.execute(sql`set local timezone to 'UTC'`)
  const keys = table.columns.filter(({ key }) => key)
  const named = sql.identifier(table.name)
  const columns = sql.join(table.columns.map(({ name }) => sql`${named}.${sql.identifier(name)}`), sql`, `)
  const keyTexts = sql.join(keys.map(({ name }) => sql`${named}.${sql.identifier(name)}::text`), sql`, `)
  // Text sorts by its bytes on both databases, whatever their locale.
  const order = sql.join(
    keys.map(({ name, type }) => (type === 'text' ? sql`${named}.${sql.identifier(name)} collate "C"` : sql`${named}.${sql.identifier(name)}`)),
    sql`, `,
  )
  let after: string[] | null = null
  for (let limit = FIRST_ROWS; ; ) {
    const where: SQL = after ? sql`where (${order}) > (${typed(after, keys)})` : sql``
    const { rows } = Rows.parse(
      await tx.execute(sql`
        select (select row_to_json(told)::text from (select ${columns}) told) as row, array[${keyTexts}] as key
        from ${named} ${where} order by ${order} limit ${limit}`),
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < limit) return
    after = rows.at(-1)?.key ?? null
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0)
    limit = Math.min(MOST_ROWS, Math.max(1, Math.floor((rows.length * BATCH_BYTES) / Math.max(bytes, 1))))
  }
}

function typed(values: string[], keys: Table['columns']): SQL {
  return sql.join(
    keys.map(({ type }, n) => sql`${values[n] ?? ''}::${sql.raw(type)}`),
    sql`, `,
  )
}
