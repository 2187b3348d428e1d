/**
 * PGlite's interface on an engine that runs in its own thread. There is one session: a statement is one message, and a
 * transaction holds the session from begin to end. A dead engine is restarted.
 */
import type { PGliteInterface, QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import type { Log } from '#server/platform/log.ts'
import { createStatementWatch, type StatementWatch } from '#server/platform/db/statement-watch.ts'
import { refuseLargeValues } from '#server/platform/db/value-cap.ts'
import { EngineRestartError } from './engine-failures.ts'
import type { EngineFacts } from './messages.ts'
import { channelName, listenTo, parseResults, stopListeningTo, toRequest, type Statement } from './statements.ts'
import { runTransaction } from './run-transaction.ts'
import { createMutex, type Mutex } from './mutex.ts'
import { startRestartableEngine } from './restartable-engine.ts'

export type EngineSession = Pick<PGliteInterface, 'query' | 'exec' | 'transaction' | 'listen' | 'close'> & {
  facts: EngineFacts
  /** Runs one maintenance statement, which may take up to ten minutes. */
  execLong(sql: string): Promise<Results[]>
  /** Calls back when notifications may have been lost because the engine was restarted. */
  onRestart(callback: () => void): () => void
  mutex: Pick<Mutex, 'state'>
}

export type SessionOptions = {
  directory: string
  log: Log
  /** Called with every statement that is not sent through `tx`; throws when such a statement is not allowed. */
  guard?: (statement: string) => void
  watch?: StatementWatch
  /** A statement that takes longer makes the engine restart. */
  deadlineMs?: number
  /** A transaction that sends no statement for longer is rolled back. */
  idleTimeoutMs?: number
}

const LONG_DEADLINE_MS = 600_000
/** How long a statement waits for the session, or for the engine to restart. */
const WAIT_TIMEOUT_MS = 30_000

export async function openEngineSession(options: SessionOptions): Promise<EngineSession> {
  const { directory, log, guard = () => undefined, deadlineMs = 30_000, idleTimeoutMs = 5_000 } = options
  const { watch = createStatementWatch({ log }) } = options
  const mutex = createMutex()
  const listeners = createListeners()
  const restartListeners = new Set<() => void>()
  let isClosed = false

  const engine = await startRestartableEngine({
    directory,
    log,
    onNotification: listeners.notify,
    async onStarting(thread) {
      for (const channel of listeners.channels()) {
        await thread.send(outsideTransaction(listenTo(channel)), deadlineMs)
      }
    },
    onRestarted: () => restartListeners.forEach((callback) => callback()),
  })

  return {
    facts: engine.facts,
    mutex,
    async query<T>(sql: string, params: unknown[] = [], queryOptions: QueryOptions = {}) {
      const results = await runAlone(toRequest('query', sql, params, queryOptions))
      return parseResults<T>(results, queryOptions)[0]
    },
    async exec(sql, queryOptions = {}) {
      const results = await runAlone(toRequest('exec', sql, [], queryOptions))
      return parseResults(results, queryOptions)
    },
    execLong: (sql) => runAlone(toRequest('exec', sql), LONG_DEADLINE_MS),
    transaction,
    listen,
    onRestart(callback) {
      restartListeners.add(callback)
      return () => restartListeners.delete(callback)
    },
    async close() {
      if (isClosed) return
      const release = await acquireSession()
      isClosed = true
      await engine.close()
      release()
    },
  }

  /** Runs a statement outside any transaction. */
  async function runAlone(statement: Statement, limitMs = deadlineMs) {
    guard(statement.sql)
    refuseLargeValues(statement.params)
    const release = await acquireSession()
    try {
      const thread = await engine.thread(WAIT_TIMEOUT_MS)
      return await watch.measure(statement.sql, thread.send(outsideTransaction(statement), limitMs))
    } finally {
      release()
    }
  }

  async function transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T> {
    guard('begin')
    const release = await acquireSession()
    try {
      // All statements of a transaction go to the thread it began on: after a restart they must fail, not continue.
      const thread = await engine.thread(WAIT_TIMEOUT_MS)
      return await runTransaction(body, {
        send: (request) => watch.measure(request.sql, thread.send(request, deadlineMs)),
        idleTimeoutMs,
        onIdleTimeout(error) {
          log.error({ err: error }, 'an idle transaction was rolled back')
          release()
        },
      })
    } finally {
      release()
    }
  }

  /** Returns the function that ends it. */
  async function listen(channel: string, callback: Callback) {
    const name = channelName(channel)
    const remove = listeners.add(name, callback)
    try {
      // For every callback: the statement of the first one may fail while the second one waits.
      await runAlone(listenTo(name))
    } catch (error) {
      remove()
      throw error
    }
    return async () => {
      const { wasLast } = remove()
      if (wasLast && !isClosed) await runAlone(stopListeningTo(name))
    }
  }

  function acquireSession() {
    const onTimeout = () => new EngineRestartError(`was busy for more than ${WAIT_TIMEOUT_MS / 1000} s.`)
    return mutex.acquire(WAIT_TIMEOUT_MS, onTimeout)
  }
}

const outsideTransaction = (statement: Statement) => ({ ...statement, begin: false, inTransaction: false })

type Callback = (payload: string) => void

function createListeners() {
  const callbacksByChannel = new Map<string, Set<Callback>>()
  return {
    channels: () => callbacksByChannel.keys(),
    notify(channel: string, payload: string) {
      callbacksByChannel.get(channel)?.forEach((callback) => callback(payload))
    },
    /** Returns the function that removes the callback. */
    add(channel: string, callback: Callback) {
      const callbacks = callbacksByChannel.get(channel) ?? new Set()
      callbacks.add(callback)
      callbacksByChannel.set(channel, callbacks)
      return () => {
        callbacks.delete(callback)
        const isCurrent = callbacksByChannel.get(channel) === callbacks
        const wasLast = callbacks.size === 0 && isCurrent
        if (wasLast) callbacksByChannel.delete(channel)
        return { wasLast }
      }
    },
  }
}
