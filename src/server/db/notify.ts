import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/**
 * Tells whoever listens on `channel`, in every process, once `tx` commits: one notification for each payload, of at most
 * 8,000 bytes. Of two alike in one transaction only one arrives.
 */
export async function notify(tx: Db, channel: string, ...payloads: string[]) {
  const notices = payloads.map((payload) => sql`pg_notify(${channel}, ${payload})`)
  await tx.execute(sql`select ${sql.join(notices, sql`, `)}`)
}
