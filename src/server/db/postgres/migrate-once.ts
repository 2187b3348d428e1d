import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { migrationsFolder } from '#server/db/migrations-folder.ts'

/** Any number; this one names the migrations of Readback among the locks of a database. */
const MIGRATION_LOCK = 7_232_254

/** Runs what is missing. Of several processes that start at once one migrates, while the others wait for it. */
export async function migrateOnce(pool: Pool) {
  const keeper = await pool.connect()
  // The lock belongs to this transaction and ends with it, however it ends; the migrations run on another connection.
  await keeper.query('begin')
  try {
    await keeper.query('set local idle_in_transaction_session_timeout = 0')
    await keeper.query('set local statement_timeout = 0')
    await keeper.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client: pool }), { migrationsFolder })
    await keeper.query('commit')
    keeper.release()
  } catch (error) {
    keeper.release(true) // closes the connection, and the lock with it
    throw error
  }
}
