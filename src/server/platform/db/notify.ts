import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Notifies all listeners on `channel`, in every process, when `tx` commits: one notification per payload, each at most
 * 8,000 bytes. PostgreSQL merges identical notifications of one transaction.
 */
export async function notify(tx: Db, channel: string, ...payloads: string[]) {
  const calls = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`)
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
}
