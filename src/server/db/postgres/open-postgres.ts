/** A PostgreSQL server as the product's database. */
import { AsyncResource } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type ClientBase, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { pingWithin } from '#server/db/ping-within.ts'
import * as schema from '#server/db/schema/index.ts'
import type { StatementWatch } from '#server/db/statement-watch.ts'
import type { TransactionGuard } from '#server/db/transaction-guard.ts'
import { refuseLargeValues } from '#server/db/value-cap.ts'
import type { Log } from '#server/log.ts'
import { StartError } from '#server/start-error.ts'
import { createListener } from './create-listener.ts'
import { holdPlaces } from './hold-places.ts'
import { keepConnection } from './keep-connection.ts'
import { migrateOnce } from './migrate-once.ts'

export type PostgresOptions = { databaseUrl: string; log: Log; guard: TransactionGuard; watch: StatementWatch }

const OLDEST_VERSION = 150_000 // PostgreSQL 15, as server_version_num

/** Throws StartError when the server cannot be reached or is too old. */
export async function openPostgres({ databaseUrl, log, guard, watch }: PostgresOptions): Promise<Database> {
  const connection: ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'readback',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    // The same limits as the embedded engine's watchdog and its silent transactions.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 5_000,
  }
  const pool = createPool({ ...connection, max: 10 }, { log, guard, watch })
  const background = createPool({ ...connection, max: 6 }, { log, guard, watch })
  const session = keepConnection(connection, log)
  const listener = createListener(session)
  const places = holdPlaces(session)
  try {
    await checkServer(pool)
    await migrateOnce(pool)
  } catch (error) {
    await Promise.all([pool.end(), background.end()])
    throw error
  }

  return {
    kind: 'postgres',
    db: guard.watch(drizzle({ client: pool, schema })),
    background: guard.watch(drizzle({ client: background, schema })),
    forQueue: {
      executeSql: (text, values) => background.query(text, values),
      async listen(channel, onPayload, onReconnect) {
        const close = await listener.listen(channel, onPayload, onReconnect)
        onReconnect()
        return { close }
      },
    },
    ping: () => pingWithin(2_000, () => pool.query('select 1')),
    listen: listener.listen,
    places,
    state: () => ({ statements: watch.totals(), connections: [stateOf('requests', pool), stateOf('background', background)] }),
    async close() {
      await session.close()
      await Promise.all([pool.end(), background.end()])
    },
  }
}

function stateOf(pool: string, { totalCount: open, idleCount, waitingCount: waiting, options }: Pool) {
  return { pool, open, busy: open - idleCount, waiting, most: options.max }
}

type Watching = { log: Log; guard: TransactionGuard; watch: StatementWatch }

function createPool(settings: PoolConfig, { log, guard, watch }: Watching) {
  const pool = new Pool(settings)
  // A connection that breaks between two statements says so here; unheard, it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    check(client, () => undefined, watch)
  })
  check(pool, guard.refuseInside)

  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    // The pool's own way to a client, for its query; who waited for one goes on as whoever asked, not as who gave it back.
    if (callback) return connect(AsyncResource.bind(callback))
    guard.refuseInside('begin')
    return connect()
  }) as typeof pool.connect // two overloads in one function
  return pool
}

/** Looks at every statement before it is sent, and at how long it takes. */
function check(client: Pool | ClientBase, refuse: (statement: string) => void, watch?: StatementWatch) {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  client.query = ((...args: unknown[]) => {
    const [statement, values] = args
    const asked = typeof statement === 'string' ? { text: statement } : Asked.parse(statement)
    refuse(asked.text)
    refuseLargeValues(asked.values ?? (Array.isArray(values) ? values : []))
    const answer = watch ? timed(query, args, watch.begin(asked.text)) : query(...args)
    if (!(answer instanceof Promise)) return answer
    if (asked.text.startsWith('begin')) return answer.catch((error: unknown) => giveBack(client, error))
    return asked.text === 'commit' ? answer.then(refuseRolledBack) : answer
  }) as typeof client.query // its many overloads in one function
}

/** A query answers by a promise, or calls back when it was given whom to call: the pool's own way. */
function timed(query: (...args: unknown[]) => unknown, args: unknown[], end: ReturnType<StatementWatch['begin']>) {
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    const whenDone = AsyncResource.bind((error: unknown, ...rest: unknown[]) => {
      end({ failed: Boolean(error) })
      callback(error, ...rest)
    })
    return query(...args.slice(0, -1), whenDone)
  }
  const answer = query(...args)
  if (answer instanceof Promise) answer.then(() => end({ failed: false }), () => end({ failed: true }))
  return answer
}

/**
 * Drizzle keeps the connection of a transaction that could not even begin, as when the server has just gone: after a few
 * of them the pool would be empty for good, and never close.
 */
function giveBack(client: Pool | ClientBase, error: unknown): never {
  if ('release' in client && typeof client.release === 'function') client.release(true)
  throw error
}

/** A commit after a failed statement answers "ROLLBACK" and is no error to the driver, though nothing was kept. */
function refuseRolledBack(result: { command: string }) {
  if (result.command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.')
  return result
}

/** The two fields of node-postgres' query object that are looked at. */
const Asked = z.object({ text: z.string(), values: z.array(z.unknown()).optional() })

async function checkServer(pool: Pool) {
  const result = await pool.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  ).catch((error) => {
    throw new StartError(`The PostgreSQL server that DATABASE_URL names cannot be used: ${error.message}`, { cause: error })
  })
  const [row] = result.rows
  if (!row || row.number < OLDEST_VERSION) {
    throw new StartError(`DATABASE_URL names PostgreSQL ${row?.version}; Readback needs 15 or newer.`)
  }
}
