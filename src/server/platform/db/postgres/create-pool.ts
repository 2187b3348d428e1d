/** A connection pool of node-postgres with the product's checks on every statement. */
import { AsyncResource } from 'node:async_hooks'
import { type ClientBase, Pool, type PoolConfig } from 'pg'
import { z } from 'zod'
import type { StatementWatch } from '#server/platform/db/statement-watch.ts'
import type { TransactionGuard } from '#server/platform/db/transaction-guard.ts'
import { refuseLargeValues } from '#server/platform/db/value-cap.ts'
import type { Log } from '#server/platform/log.ts'

type Checks = { log: Log; guard: TransactionGuard; watch: StatementWatch }

export function createPool(config: PoolConfig, { log, guard, watch }: Checks) {
  const pool = new Pool(config)
  // An idle connection that breaks emits 'error'; without a listener that would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'))
    wrapQuery(client, () => undefined, watch)
  })
  wrapQuery(pool, guard.refuseInside)

  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    // pool.query calls connect with a callback. Bind it, so it runs in the caller's async context and not in the
    // context of the query that released the connection.
    if (callback) return connect(AsyncResource.bind(callback))
    guard.refuseInside('begin')
    return connect()
  }) as typeof pool.connect // two overloads in one function
  return pool
}

/** Checks every statement before it is sent, and measures its time if there is a `watch`. */
function wrapQuery(client: Pool | ClientBase, refuse: (statement: string) => void, watch?: StatementWatch) {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  client.query = ((...args: unknown[]) => {
    const [statement, values] = args
    const { text, values: ownValues } =
      typeof statement === 'string' ? { text: statement } : QueryObject.parse(statement)
    refuse(text)
    refuseLargeValues(ownValues ?? (Array.isArray(values) ? values : []))
    const result = watch ? timed(query, args, watch.begin(text)) : query(...args)
    if (!(result instanceof Promise)) return result
    if (text.startsWith('begin')) return result.catch((error: unknown) => releaseBroken(client, error))
    return text === 'commit' ? result.then(refuseRollback) : result
  }) as typeof client.query // its many overloads in one function
}

/** The fields of node-postgres's query object that are checked. */
const QueryObject = z.object({ text: z.string(), values: z.array(z.unknown()).optional() })

/** A query returns a promise, or calls back if its last argument is a function. */
function timed(query: (...args: unknown[]) => unknown, args: unknown[], end: ReturnType<StatementWatch['begin']>) {
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    const onResult = AsyncResource.bind((error: unknown, ...rest: unknown[]) => {
      end({ failed: Boolean(error) })
      callback(error, ...rest)
    })
    return query(...args.slice(0, -1), onResult)
  }
  const result = query(...args)
  if (result instanceof Promise)
    result.then(
      () => end({ failed: false }),
      () => end({ failed: true }),
    )
  return result
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` failed, as when the server has just stopped. A
 * few of those would empty the pool for good, and it could not close.
 */
function releaseBroken(client: Pool | ClientBase, error: unknown): never {
  if ('release' in client && typeof client.release === 'function') client.release(true)
  throw error
}

/** A commit after a failed statement returns "ROLLBACK", which the driver does not report as an error. */
function refuseRollback(result: { command: string }) {
  if (result.command === 'ROLLBACK')
    throw new Error('The transaction was rolled back because one of its statements had failed.')
  return result
}
