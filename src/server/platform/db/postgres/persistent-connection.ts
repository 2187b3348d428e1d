/**
 * One connection for state that belongs to a session: LISTEN and advisory locks. It opens with the first query and
 * reconnects whenever it breaks.
 */
import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '#server/platform/log.ts'

/** Runs one query after the other and returns the rows. */
export type RunQuery = (statement: string, values?: unknown[]) => Promise<unknown[]>

export type PersistentConnection = {
  /** Waits while the connection is being re-established. */
  query: RunQuery
  /** `initialize` runs on every new connection before any other query. */
  onConnect(initialize: (query: RunQuery) => Promise<void>): void
  onNotification(callback: (channel: string, payload: string) => void): void
  /** Calls back after a reconnect: notifications sent before it are lost. */
  onReconnect(callback: () => void): void
  close(): Promise<void>
}

type Connection = { query: RunQuery; end(): Promise<void> }

const HEARTBEAT_MS = 10_000
const QUERY_TIMEOUT_MS = 5_000
const MAX_BACKOFF_MS = 10_000

export function openPersistentConnection(config: ClientConfig, log: Log): PersistentConnection {
  const initializers: ((query: RunQuery) => Promise<void>)[] = []
  const notificationCallbacks: ((channel: string, payload: string) => void)[] = []
  const reconnectCallbacks: (() => void)[] = []
  const closing = new AbortController()
  let connection: Promise<Connection> | undefined

  return {
    query: async (statement, values) => (await current()).query(statement, values),
    onConnect: (initialize) => void initializers.push(initialize),
    onNotification: (callback) => void notificationCallbacks.push(callback),
    onReconnect: (callback) => void reconnectCallbacks.push(callback),
    async close() {
      closing.abort()
      const last = await connection?.catch(() => undefined)
      await last?.end().catch(() => undefined)
    },
  }

  /**
   * A first connection that fails rejects the caller's query; a connection that worked once is retried until it works
   * again.
   */
  function current(): Promise<Connection> {
    closing.signal.throwIfAborted()
    connection ??= connect().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  async function connect(): Promise<Connection> {
    const client = new Client({ ...config, query_timeout: QUERY_TIMEOUT_MS })
    let previous: Promise<unknown> = Promise.resolve()
    const query: RunQuery = (statement, values) => {
      const result = previous
        .catch(() => undefined)
        .then(async () => (await client.query<object>(statement, values)).rows)
      previous = result
      return result
    }
    client.on('notification', ({ channel, payload = '' }) =>
      notificationCallbacks.forEach((callback) => callback(channel, payload)),
    )
    client.on('error', () => undefined) // until it is connected, connect() rejects with the error
    try {
      await client.connect()
      for (const initialize of initializers) await initialize(query)
    } catch (error) {
      void client.end().catch(() => undefined)
      throw error
    }
    // A peer that vanished without closing the connection is only noticed by a query.
    const heartbeat = setInterval(() => void query('select 1').catch((error) => onBreak(error.message)), HEARTBEAT_MS)
    heartbeat.unref()
    client.on('error', (error) => onBreak(error.message))
    client.on('end', () => onBreak('it was closed'))
    return { query, end: () => client.end() }

    function onBreak(reason: string) {
      clearInterval(heartbeat)
      client
        .removeAllListeners('error')
        .removeAllListeners('end')
        .on('error', () => undefined)
      if (closing.signal.aborted) return
      log.warn(`The database connection for notifications broke: ${reason}`)
      void client.end().catch(() => undefined)
      connection = reconnect()
      connection.catch(() => undefined) // rejects only when it is closed while reconnecting
    }
  }

  async function reconnect(): Promise<Connection> {
    for (let backoffMs = 100; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      await setTimeout(backoffMs, undefined, { signal: closing.signal })
      try {
        const next = await connect()
        for (const callback of reconnectCallbacks) callback()
        return next
      } catch (error) {
        log.warn({ err: error }, 'could not reconnect to the database for notifications; retrying')
      }
    }
  }
}
