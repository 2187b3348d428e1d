/**
 * The embedded database as the libraries want it: an object with PGlite's own interface whose engine runs in a thread
 * of its own. A query is one message; a transaction owns the session from its begin to its end.
 */
import { setTimeout } from 'node:timers/promises'
import type { PGliteInterface, QueryOptions, Results, Transaction } from '@electric-sql/pglite'
import type { Log } from '#server/log.ts'
import { createStatementWatch, type StatementWatch } from '#server/db/statement-watch.ts'
import { refuseLargeValues } from '#server/db/value-cap.ts'
import { EngineRestartError } from './engine-failures.ts'
import { startEngineThread, type EngineThread } from './engine-thread.ts'
import type { EngineFacts } from './messages.ts'
import { channelName, listenTo, parseResults, stopListeningTo, toRequest, type Statement } from './statements.ts'
import { runTransaction } from './run-transaction.ts'
import { createTurns, type Turns } from './turns.ts'

export type EngineSession = Pick<PGliteInterface, 'query' | 'exec' | 'transaction' | 'listen' | 'close'> & {
  facts: EngineFacts
  /** One statement that may take up to ten minutes, for upkeep. */
  execLong(sql: string): Promise<Results[]>
  /** Calls back when notifications may have been lost because the engine was restarted. */
  onRestart(callback: () => void): () => void
  turns: Pick<Turns, 'state'>
}

export type SessionOptions = {
  directory: string
  log: Log
  /** Called with every statement that did not come from `tx`; throws when it must not run now. */
  guard?: (statement: string) => void
  watch?: StatementWatch
  /** Time for one statement before the engine is restarted, ms. */
  deadlineMs?: number
  /** Time a transaction may send nothing, ms. */
  silenceMs?: number
}

const LONG_MS = 600_000
const RESTART_PAUSE_MS = 1_000
/** How long a statement waits for its turn, or for the engine to be there again. */
const PATIENCE_MS = 30_000

export async function openEngineSession(options: SessionOptions): Promise<EngineSession> {
  const { directory, log, guard = () => undefined, deadlineMs = 30_000, silenceMs = 5_000 } = options
  const { watch = createStatementWatch({ log }) } = options
  const turns = createTurns()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const restartListeners = new Set<() => void>()
  let closed = false

  let restarting = false
  /** Resolves when the last thread is no more: two engines must never be on one directory. */
  let gone: Promise<unknown> = Promise.resolve()
  const events = {
    onNotification: (channel: string, payload: string) => listeners.get(channel)?.forEach((tell) => tell(payload)),
    onDeath: (reason: string, ended: Promise<unknown>) => {
      gone = ended
      log.error(`The embedded database ${reason}`)
      if (!closed && !restarting) thread = restart()
    },
  }
  let thread = startEngineThread(directory, events)
  const { facts } = await thread

  return {
    facts,
    turns,
    async query<T>(sql: string, params: unknown[] = [], queryOptions: QueryOptions = {}) {
      const results = await alone(toRequest('query', sql, params, queryOptions))
      return parseResults<T>(results, queryOptions)[0]
    },
    async exec(sql, queryOptions = {}) {
      return parseResults(await alone(toRequest('exec', sql, [], queryOptions)), queryOptions)
    },
    execLong: (sql) => alone(toRequest('exec', sql), LONG_MS),
    async transaction<T>(body: (tx: Transaction) => Promise<T>) {
      guard('begin')
      const endTurn = await takeTurn()
      try {
        // The whole transaction talks to the one thread it began on: a statement of it must never reach the next.
        const own = await runningThread()
        return await runTransaction(body, {
          ask: (request) => watch.follow(request.sql, own.ask(request, deadlineMs)),
          silenceMs,
          onSilence(error) {
            log.error({ err: error }, 'a silent transaction was rolled back')
            endTurn()
          },
        })
      } finally {
        endTurn()
      }
    },
    async listen(channel, callback) {
      const name = channelName(channel)
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(callback))
      if (own.size === 1) await alone(listenTo(name))
      return async () => {
        own.delete(callback)
        if (own.size > 0 || listeners.get(name) !== own) return
        listeners.delete(name)
        if (!closed) await alone(stopListeningTo(name))
      }
    },
    onRestart(callback) {
      restartListeners.add(callback)
      return () => restartListeners.delete(callback)
    },
    async close() {
      if (closed) return
      const endTurn = await takeTurn()
      closed = true
      await (await thread).close()
      endTurn()
    },
  }

  async function alone(statement: Statement, limitMs = deadlineMs) {
    guard(statement.sql)
    refuseLargeValues(statement.params)
    const endTurn = await takeTurn()
    try {
      const running = await runningThread()
      return await watch.follow(statement.sql, running.ask({ ...statement, begin: false, inTransaction: false }, limitMs))
    } finally {
      endTurn()
    }
  }

  function takeTurn() {
    return turns.take(PATIENCE_MS, () => new EngineRestartError(`was busy for more than ${PATIENCE_MS / 1000} s.`))
  }

  async function runningThread() {
    if (!restarting) return thread
    const limit = new AbortController()
    const tooLong = setTimeout(PATIENCE_MS, undefined, { signal: limit.signal }).then(() => {
      throw new EngineRestartError('is restarting.')
    })
    tooLong.catch(() => undefined)
    return Promise.race([thread, tooLong]).finally(() => limit.abort())
  }

  async function restart(): Promise<EngineThread> {
    restarting = true
    for (;;) {
      try {
        await gone
        const next = await startEngineThread(directory, events)
        for (const name of listeners.keys()) {
          await next.ask({ ...listenTo(name), begin: false, inTransaction: false }, deadlineMs)
        }
        restarting = false
        log.warn({ openedInMs: Math.round(next.facts.openedInMs) }, 'the embedded database runs again')
        restartListeners.forEach((tell) => tell())
        return next
      } catch (error) {
        log.error({ err: error }, 'the embedded database could not be restarted; trying again')
        await setTimeout(RESTART_PAUSE_MS)
      }
    }
  }
}
