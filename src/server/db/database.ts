/**
 * What every story sees of the database. Embedded or PostgreSQL: above `open-database` nobody knows which.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'
import type { Places } from './places.ts'
import type * as schema from './schema/index.ts'
import type { StatementTotals } from './statement-watch.ts'

/** Drizzle over either database. A transaction of it fits wherever a `Db` is asked for. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {
  kind: 'embedded' | 'postgres'
  /** Inside `db.transaction(async (tx) => …)` only `tx` may be used: the embedded database has one session. */
  db: Db
  /**
   * The same for work that nobody waits for: crawls and jobs. On PostgreSQL it has connections of its own, since
   * requests would otherwise stand in line behind every page being stored.
   */
  background: Db
  /** The same database as pg-boss wants it. */
  forQueue: NonNullable<ConstructorOptions['db']>
  /** One round trip that shows the database answers. Rejects after two seconds. */
  ping(): Promise<void>
  /**
   * Calls back with every payload notified on `channel` after its commit. Resolves to the function that ends it.
   * `onGap` is called when notifications may have been lost because the connection or the engine had to be renewed.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** What there is so many of over all processes; asks no table. */
  places: Places
  /** How it fares in this process; costs nothing to ask. */
  state(): DatabaseState
  close(): Promise<void>
}

export type DatabaseState = {
  statements: StatementTotals
  /** Each pool of connections; the embedded database has one session. `waiting` are those who wait for a free one. */
  connections: { pool: string; open: number; busy: number; waiting: number; most: number }[]
}
