/** A PostgreSQL server as the product's database. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { type ClientConfig, escapeIdentifier, type Pool, type PoolConfig } from 'pg'
import type { Database, Db } from '#server/platform/db/database.ts'
import { migrationsFolder, refuseNewerSchema } from '#server/platform/db/migrations-folder.ts'
import { pingWithin } from '#server/platform/db/ping-within.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import type { StatementWatch } from '#server/platform/db/statement-watch.ts'
import type { TransactionGuard } from '#server/platform/db/transaction-guard.ts'
import type { Log } from '#server/platform/log.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { createAdvisoryLockSemaphore } from './advisory-lock-semaphore.ts'
import { createPool } from './create-pool.ts'
import { openPersistentConnection, type PersistentConnection } from './persistent-connection.ts'
import { createReplicaReads } from './read-from-replica.ts'

export type PostgresOptions = {
  databaseUrl: string
  /** Given when `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl?: string | undefined
  databaseReplicaUrl?: string | undefined
  log: Log
  guard: TransactionGuard
  watch: StatementWatch
}

const OLDEST_VERSION = 150_000 // PostgreSQL 15, as server_version_num

/** An arbitrary number that identifies the migration lock of Readback among the advisory locks of a database. */
const MIGRATION_LOCK = 7_232_254

/** The same as the watchdog and the idle timeout of the embedded engine. */
const TIMEOUTS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 5_000 }

/** Short, because the primary can answer instead. Limits of the client, which a pooler accepts. */
const REPLICA_LIMITS = { connectionTimeoutMillis: 1_000, query_timeout: 5_000 }

/** Throws OperatorError when the server cannot be reached, is too old, or the database is not in UTF-8. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { log, guard, watch } = options
  const { pool, background, replica } = createPools(options)
  const pools = [pool, background, ...(replica ? [replica] : [])]
  const session = openPersistentConnection(directConnection(options), log)
  const listener = createListener(session)
  const semaphore = createAdvisoryLockSemaphore(session)
  try {
    await checkServer(pool, log)
    await migrateUnderLock(pool)
  } catch (error) {
    await Promise.all(pools.map((each) => each.end()))
    throw error
  }

  const withGuard = (client: Pool): Db => guard.watch(drizzle({ client, schema }))
  const db = withGuard(pool)
  return {
    kind: 'postgres',
    db,
    readReplicated: replica ? createReplicaReads(db, withGuard(replica), log) : (read) => read(db),
    background: withGuard(background),
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
    semaphore,
    state: () => ({
      statements: watch.totals(),
      connections: [
        stateOf('requests', pool),
        stateOf('background', background),
        ...(replica ? [stateOf('replica', replica)] : []),
      ],
    }),
    async close() {
      await session.close()
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}

const COMMON: ClientConfig = { application_name: 'readback', keepAlive: true, connectionTimeoutMillis: 10_000 }

/** Past the pooler, if there is one. */
function directConnection({ databaseUrl, databaseDirectUrl }: PostgresOptions): ClientConfig {
  return { ...COMMON, ...TIMEOUTS, connectionString: databaseDirectUrl ?? databaseUrl }
}

function createPools(options: PostgresOptions) {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl, log, guard, watch } = options
  // A pooler refuses timeouts when it is connected to, and shares its connections with others between transactions.
  const connection = databaseDirectUrl ? { ...COMMON, connectionString: databaseUrl } : directConnection(options)
  const create = (config: PoolConfig) => createPool(config, { log, guard, watch })
  return {
    pool: create({ ...connection, max: 10 }),
    background: create({ ...connection, max: 6 }),
    replica: databaseReplicaUrl
      ? create({ ...COMMON, ...REPLICA_LIMITS, connectionString: databaseReplicaUrl, max: 10 })
      : null,
  }
}

function stateOf(pool: string, { totalCount: open, idleCount, waitingCount: waiting, options }: Pool) {
  return { pool, open, busy: open - idleCount, waiting, most: options.max }
}

async function checkServer(pool: Pool, log: Log) {
  const result = await pool
    .query<{ version: string; number: number; encoding: string; timeout: string }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
              current_setting('server_encoding') as encoding, current_setting('statement_timeout') as timeout`,
    )
    .catch((error) => {
      const isPooler = error.message.includes('unsupported startup parameter')
      const hint = isPooler ? ' If this is a pooler, set DATABASE_DIRECT_URL to the address of the server itself.' : ''
      throw new OperatorError(`Cannot use the PostgreSQL server in DATABASE_URL: ${error.message}.${hint}`, {
        cause: error,
      })
    })
  const [row] = result.rows
  if (!row || row.number < OLDEST_VERSION) {
    throw new OperatorError(`DATABASE_URL names PostgreSQL ${row?.version}; Readback needs 15 or newer.`)
  }
  if (row.encoding !== 'UTF8') {
    throw new OperatorError(
      `The database in DATABASE_URL has the encoding ${row.encoding}, which cannot store every page; Readback needs UTF8. Create another with: CREATE DATABASE readback ENCODING 'UTF8' TEMPLATE template0;`,
    )
  }
  if (row.timeout === '0') {
    const set = Object.entries(TIMEOUTS).map(([name, value]) => `SET ${name} = ${value};`)
    log.warn(`statements through the pooler have no time limit; set it as connect_query there: ${set.join(' ')}`)
  }
}

/** Runs the missing migrations. When several processes start, one migrates and the others wait for it. */
async function migrateUnderLock(pool: Pool) {
  const lockHolder = await pool.connect()
  // The lock belongs to this transaction and ends with it in any case; the migrations run on another connection.
  await lockHolder.query('begin')
  try {
    await lockHolder.query('set local idle_in_transaction_session_timeout = 0')
    await lockHolder.query('set local statement_timeout = 0')
    await lockHolder.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client: pool }), { migrationsFolder })
    await refuseNewerSchema(drizzle({ client: pool, schema }))
    await lockHolder.query('commit')
    lockHolder.release()
  } catch (error) {
    lockHolder.release(true) // closes the connection, which releases the lock
    throw error
  }
}

type Subscriber = { onPayload: (payload: string) => void; onGap: (() => void) | undefined }

/** LISTEN on the persistent connection. Notifications during a reconnect are lost, so subscribers get `onGap`. */
function createListener(connection: PersistentConnection): Pick<Database, 'listen'> {
  const channels = new Map<string, Set<Subscriber>>()
  connection.onConnect(async (query) => {
    for (const channel of channels.keys()) await query(`listen ${escapeIdentifier(channel)}`)
  })
  connection.onNotification((channel, payload) => {
    for (const { onPayload } of channels.get(channel) ?? []) onPayload(payload)
  })
  connection.onReconnect(() => {
    for (const subscribers of channels.values()) {
      for (const { onGap } of subscribers) onGap?.()
    }
  })

  return {
    async listen(channel, onPayload, onGap) {
      const subscriber = { onPayload, onGap }
      await connection.query(`listen ${escapeIdentifier(channel)}`)
      const subscribers = channels.get(channel) ?? new Set()
      channels.set(channel, subscribers.add(subscriber))
      return async () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0 || channels.get(channel) !== subscribers) return
        channels.delete(channel)
        await connection.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },
  }
}
