import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Tables that are only valid for this server or for a short time, and search indexes, which are rebuilt after an
 * import. Users sign in again after an import; queued jobs are not exported either.
 */
const EXCLUDED_TABLES = [
  'account_limits',
  'email_codes',
  'host_locks',
  'message_words',
  'page_words',
  'reset_links',
  'sessions',
  'sign_ups',
  'verifications',
  'zoho_auth_states',
]

export type Column = { name: string; type: string; nullable: boolean; key: boolean; serial: boolean }

export type Table = {
  name: string
  columns: Column[]
  /** Columns that reference tables later in the order: set after those have been filled. */
  deferred: string[]
}

const ColumnRows = z.object({
  rows: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      key: z.boolean(),
      serial: z.boolean(),
    }),
  ),
})

const ReferenceRows = z.object({
  rows: z.array(z.object({ from: z.string(), columns: z.array(z.string()), to: z.string() })),
})

/**
 * The tables of a backup with their columns and keys, read from the database's catalog; referenced tables come first.
 */
export async function readTables(tx: Db): Promise<Table[]> {
  const columns = ColumnRows.parse(
    await tx.execute(sql`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
             not a.attnotnull as nullable, coalesce(a.attnum = any(i.indkey), false) as key,
             pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null as serial
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r'
      order by c.relname, a.attname`),
  )
  const tables = new Map<string, Table>()
  for (const { table, column, ...rest } of columns.rows) {
    if (EXCLUDED_TABLES.includes(table)) continue
    const known = tables.get(table) ?? { name: table, columns: [], deferred: [] }
    known.columns.push({ name: column, ...rest })
    tables.set(table, known)
  }
  return sortByReferences(tables, await readReferences(tx))
}

async function readReferences(tx: Db) {
  const { rows } = ReferenceRows.parse(
    await tx.execute(sql`
      select f.relname as from, t.relname as to,
             array(select a.attname::text from pg_attribute a where a.attrelid = f.oid and a.attnum = any(k.conkey)) as columns
      from pg_constraint k
      join pg_class f on f.oid = k.conrelid
      join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`),
  )
  return rows
}

/** Required references must be satisfied by the order; nullable ones can be deferred, and the order has few of them. */
function sortByReferences(tables: Map<string, Table>, references: z.infer<typeof ReferenceRows>['rows']): Table[] {
  const ordered: Table[] = []
  const waiting = new Map(tables)
  const pendingReferences = (table: Table, nullable: boolean) =>
    references.filter(
      ({ from, to, columns }) =>
        from === table.name &&
        waiting.has(to) &&
        columns.every((name) => table.columns.some((column) => column.name === name && column.nullable)) === nullable,
    )
  while (waiting.size > 0) {
    const candidates = [...waiting.values()].filter((table) => pendingReferences(table, false).length === 0)
    const next = candidates.toSorted((a, b) => pendingReferences(a, true).length - pendingReferences(b, true).length)[0]
    if (!next) throw new Error(`These tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}`)
    next.deferred = pendingReferences(next, true).flatMap(({ columns }) => columns)
    ordered.push(next)
    waiting.delete(next.name)
  }
  return ordered
}
