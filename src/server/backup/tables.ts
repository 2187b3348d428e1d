/** What a backup holds: the tables with their columns and keys, as the database itself describes them. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'

/**
 * Left out: what only means something to this server and in this hour. Everybody signs in again after an import; mails
 * and other jobs in the queue stay behind. The words of messages and pages are made by the database as those come in.
 */
const LEFT_OUT = [
  'account_limits',
  'email_codes',
  'host_turns',
  'message_words',
  'page_words',
  'rate_limits',
  'reset_links',
  'sessions',
  'sign_ups',
  'verifications',
  'zoho_auth_states',
]

export type Column = { name: string; type: string; nullable: boolean; key: boolean; counted: boolean }

export type Table = {
  name: string
  columns: Column[]
  /** Columns that point at rows which come later: filled once those are there. */
  later: string[]
}

const Described = z.object({
  rows: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      type: z.string(),
      nullable: z.boolean(),
      key: z.boolean(),
      counted: z.boolean(),
    }),
  ),
})

const References = z.object({
  rows: z.array(z.object({ from: z.string(), columns: z.array(z.string()), to: z.string() })),
})

/** Every table of a backup, each after those that it refers to. */
export async function readTables(tx: Db): Promise<Table[]> {
  const described = Described.parse(
    await tx.execute(sql`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
             not a.attnotnull as nullable, coalesce(a.attnum = any(i.indkey), false) as key,
             pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null as counted
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r'
      order by c.relname, a.attname`),
  )
  const tables = new Map<string, Table>()
  for (const { table, column, ...rest } of described.rows) {
    if (LEFT_OUT.includes(table)) continue
    const known = tables.get(table) ?? { name: table, columns: [], later: [] }
    known.columns.push({ name: column, ...rest })
    tables.set(table, known)
  }
  return inOrder(tables, await readReferences(tx))
}

async function readReferences(tx: Db) {
  const { rows } = References.parse(
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

/** A table may come once all that it must point at has come; what it only may point at can be filled later. */
function inOrder(tables: Map<string, Table>, references: z.infer<typeof References>['rows']): Table[] {
  const ordered: Table[] = []
  const waiting = new Map(tables)
  const pointsAhead = (table: Table, mayBeNull: boolean) =>
    references.filter(
      ({ from, to, columns }) =>
        from === table.name &&
        waiting.has(to) &&
        columns.every((name) => table.columns.some((column) => column.name === name && column.nullable)) === mayBeNull,
    )
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter((table) => pointsAhead(table, false).length === 0)
    const best = free.toSorted((a, b) => pointsAhead(a, true).length - pointsAhead(b, true).length)[0]
    if (!best) throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    best.later = pointsAhead(best, true).flatMap(({ columns }) => columns)
    ordered.push(best)
    waiting.delete(best.name)
  }
  return ordered
}
