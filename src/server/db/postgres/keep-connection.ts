/**
 * One connection for what belongs to a session: notifications and the places that a process holds. It is made with the
 * first statement, and anew when it breaks.
 */
import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Log } from '#server/log.ts'

/** Statements wait for one another, as the driver asks of whoever sends them. Answers the rows. */
export type Say = (statement: string, values?: unknown[]) => Promise<unknown[]>

export type KeptConnection = {
  /** Waits while the connection is being made anew. */
  say: Say
  /** `begin` is run on every new connection before anything else is said on it. */
  atBeginning(begin: (say: Say) => Promise<void>): void
  onNotification(heard: (channel: string, payload: string) => void): void
  /** Calls back after the connection was made anew: what was notified meanwhile is lost. */
  onRenewed(renewed: () => void): void
  close(): Promise<void>
}

type Connection = { say: Say; end(): Promise<void> }

const HEARTBEAT_MS = 10_000
const LONGEST_PAUSE_MS = 10_000

export function keepConnection(config: ClientConfig, log: Log): KeptConnection {
  const beginnings: ((say: Say) => Promise<void>)[] = []
  const hearers: ((channel: string, payload: string) => void)[] = []
  const renewals: (() => void)[] = []
  const closing = new AbortController()
  let connection: Promise<Connection> | undefined

  return {
    say: async (statement, values) => (await current()).say(statement, values),
    atBeginning: (begin) => void beginnings.push(begin),
    onNotification: (heard) => void hearers.push(heard),
    onRenewed: (renewed) => void renewals.push(renewed),
    async close() {
      closing.abort()
      const last = await connection?.catch(() => undefined)
      await last?.end().catch(() => undefined)
    },
  }

  /** The first that cannot be made is an error of whoever wanted it; one that worked is made anew until it works again. */
  function current(): Promise<Connection> {
    closing.signal.throwIfAborted()
    connection ??= connect().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  async function connect(): Promise<Connection> {
    const next = new Client({ ...config, query_timeout: 5_000 })
    let turn: Promise<unknown> = Promise.resolve()
    const say: Say = (statement, values) => {
      const said = turn.catch(() => undefined).then(async () => (await next.query<object>(statement, values)).rows)
      turn = said
      return said
    }
    next.on('notification', ({ channel, payload = '' }) => hearers.forEach((heard) => heard(channel, payload)))
    next.on('error', () => undefined) // until it is connected, the rejection of connect() tells it
    try {
      await next.connect()
      for (const begin of beginnings) await begin(say)
    } catch (error) {
      void next.end().catch(() => undefined)
      throw error
    }
    // A peer that vanished without a word is only noticed by asking.
    const heartbeat = setInterval(() => void say('select 1').catch((error) => lose(error.message)), HEARTBEAT_MS)
    heartbeat.unref()
    next.on('error', (error) => lose(error.message))
    next.on('end', () => lose('it was closed'))
    return { say, end: () => next.end() }

    function lose(reason: string) {
      clearInterval(heartbeat)
      next.removeAllListeners('error').removeAllListeners('end').on('error', () => undefined)
      if (closing.signal.aborted) return
      log.warn(`The connection for notifications broke: ${reason}`)
      void next.end().catch(() => undefined)
      connection = reconnect()
      connection.catch(() => undefined) // rejects only when it is closed meanwhile
    }
  }

  async function reconnect(): Promise<Connection> {
    for (let pause = 100; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await setTimeout(pause, undefined, { signal: closing.signal })
      try {
        const next = await connect()
        for (const renewed of renewals) renewed()
        return next
      } catch (error) {
        log.warn({ err: error }, 'the connection for notifications could not be made; trying again')
      }
    }
  }
}
