/**
 * PGlite's interface on an engine that runs in its own thread. There is one session: a statement is one message, and a
 * transaction holds the session from begin to end. A dead engine is restarted.
 */
import { setTimeout } from 'node:timers/promises'
import type { PGliteInterface, QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import type { Log } from '#server/platform/log.ts'
import { createStatementWatch, type StatementWatch } from '#server/platform/db/statement-watch.ts'
import { refuseLargeValues } from '#server/platform/db/value-cap.ts'
import { EngineRestartError } from './engine-failures.ts'
import { startEngineThread, type EngineThread } from './engine-thread.ts'
import type { EngineFacts } from './messages.ts'
import { channelName, listenTo, parseResults, stopListeningTo, toRequest, type Statement } from './statements.ts'
import { runTransaction } from './run-transaction.ts'
import { createMutex, type Mutex } from './mutex.ts'

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
const RESTART_PAUSE_MS = 1_000
/** How long a statement waits for the session, or for the engine to restart. */
const WAIT_TIMEOUT_MS = 30_000

export async function openEngineSession(options: SessionOptions): Promise<EngineSession> {
  const { directory, log, guard = () => undefined, deadlineMs = 30_000, idleTimeoutMs = 5_000 } = options
  const { watch = createStatementWatch({ log }) } = options
  const mutex = createMutex()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const restartListeners = new Set<() => void>()
  let closed = false

  let restarting = false
  /** Resolves when the last thread has exited: two engines on one directory would destroy it. */
  let exited: Promise<unknown> = Promise.resolve()
  const events = {
    onNotification: (channel: string, payload: string) =>
      listeners.get(channel)?.forEach((callback) => callback(payload)),
    onDeath: (reason: string, exit: Promise<unknown>) => {
      exited = exit
      log.error(`The embedded database ${reason}`)
      if (!closed && !restarting) thread = restart()
    },
  }
  let thread = startEngineThread(directory, events)
  const { facts } = await thread

  return {
    facts,
    mutex,
    async query<T>(sql: string, params: unknown[] = [], queryOptions: QueryOptions = {}) {
      const results = await runAlone(toRequest('query', sql, params, queryOptions))
      return parseResults<T>(results, queryOptions)[0]
    },
    async exec(sql, queryOptions = {}) {
      return parseResults(await runAlone(toRequest('exec', sql, [], queryOptions)), queryOptions)
    },
    execLong: (sql) => runAlone(toRequest('exec', sql), LONG_DEADLINE_MS),
    async transaction<T>(body: (tx: Transaction) => Promise<T>) {
      guard('begin')
      const release = await acquireSession()
      try {
        // All statements of a transaction go to the thread it began on: after a restart they must fail, not continue.
        const ownThread = await runningThread()
        return await runTransaction(body, {
          send: (request) => watch.measure(request.sql, ownThread.send(request, deadlineMs)),
          idleTimeoutMs,
          onIdleTimeout(error) {
            log.error({ err: error }, 'an idle transaction was rolled back')
            release()
          },
        })
      } finally {
        release()
      }
    },
    async listen(channel, callback) {
      const name = channelName(channel)
      const callbacks = listeners.get(name) ?? new Set()
      listeners.set(name, callbacks.add(callback))
      /** Returns true if it was the last callback of the channel. */
      const remove = () => {
        callbacks.delete(callback)
        if (callbacks.size > 0 || listeners.get(name) !== callbacks) return false
        return listeners.delete(name)
      }
      try {
        // For every callback: the statement of the first one may fail while the second one waits.
        await runAlone(listenTo(name))
      } catch (error) {
        remove()
        throw error
      }
      return async () => {
        if (remove() && !closed) await runAlone(stopListeningTo(name))
      }
    },
    onRestart(callback) {
      restartListeners.add(callback)
      return () => restartListeners.delete(callback)
    },
    async close() {
      if (closed) return
      const release = await acquireSession()
      closed = true
      await (await thread).close()
      release()
    },
  }

  /** Runs a statement outside any transaction. */
  async function runAlone(statement: Statement, limitMs = deadlineMs) {
    guard(statement.sql)
    refuseLargeValues(statement.params)
    const release = await acquireSession()
    try {
      const running = await runningThread()
      return await watch.measure(
        statement.sql,
        running.send({ ...statement, begin: false, inTransaction: false }, limitMs),
      )
    } finally {
      release()
    }
  }

  function acquireSession() {
    return mutex.acquire(
      WAIT_TIMEOUT_MS,
      () => new EngineRestartError(`was busy for more than ${WAIT_TIMEOUT_MS / 1000} s.`),
    )
  }

  async function runningThread() {
    if (!restarting) return thread
    const timer = new AbortController()
    const timeout = setTimeout(WAIT_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
      throw new EngineRestartError('is restarting.')
    })
    timeout.catch(() => undefined)
    return Promise.race([thread, timeout]).finally(() => timer.abort())
  }

  async function restart(): Promise<EngineThread> {
    restarting = true
    for (;;) {
      try {
        await exited
        const next = await startEngineThread(directory, events)
        for (const name of listeners.keys()) {
          await next.send({ ...listenTo(name), begin: false, inTransaction: false }, deadlineMs)
        }
        restarting = false
        log.warn({ openedInMs: Math.round(next.facts.openedInMs) }, 'restarted the embedded database')
        restartListeners.forEach((callback) => callback())
        return next
      } catch (error) {
        log.error({ err: error }, 'could not restart the embedded database; retrying')
        await setTimeout(RESTART_PAUSE_MS)
      }
    }
  }
}
