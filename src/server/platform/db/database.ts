/** The interface to both databases, embedded and PostgreSQL. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'
import type { Semaphore } from '#server/platform/semaphore.ts'
import type * as schema from './schema/index.ts'
import type { StatementTotals } from './statement-watch.ts'

/** Drizzle on either database. A transaction is a `Db` too. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {
  kind: 'embedded' | 'postgres'
  /** Inside `db.transaction(async (tx) => …)` only `tx` may be used: the embedded database has one session. */
  db: Db
  /**
   * The same for crawls and jobs. On PostgreSQL it has its own connections, so that requests do not wait behind pages
   * being stored.
   */
  background: Db
  /**
   * Calls `read`, which must only read, with the replica if there is one and it has every change committed before this
   * call, else with `db`. May call it again with `db` when the replica fails.
   */
  readReplicated<T>(read: (db: Db) => Promise<T>): Promise<T>
  /** The adapter for pg-boss. */
  forQueue: NonNullable<ConstructorOptions['db']>
  /** Makes one round trip. Rejects after two seconds. */
  ping(): Promise<void>
  /**
   * Calls back with every payload notified on `channel`, after its commit. Resolves to the unsubscribe function.
   * `onGap` is called when notifications may have been lost because the connection or the engine was restarted.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** Counting semaphores over all processes; uses no table. */
  semaphore: Semaphore
  /** Statistics of this process, from memory. */
  state(): DatabaseState
  close(): Promise<void>
}

export type DatabaseState = {
  statements: StatementTotals
  /** Connection pools; the embedded database has one session. `waiting`: requests that wait for a free connection. */
  connections: { pool: string; open: number; busy: number; waiting: number; most: number }[]
}
