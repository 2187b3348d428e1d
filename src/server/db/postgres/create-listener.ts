/**
 * Notifications over one connection of their own, which is made anew when it breaks. What was notified while it was
 * gone is lost; so subscribers are told that there was a gap.
 */
import { setTimeout } from 'node:timers/promises'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import type { Log } from '#server/log.ts'

export type Listener = {
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A connection whose statements wait for one another, as the driver asks of whoever sends them. */
type Connection = { say(statement: string): Promise<unknown>; end(): Promise<void> }
type Subscriber = { onPayload: (payload: string) => void; onGap: (() => void) | undefined }

const HEARTBEAT_MS = 10_000
const LONGEST_PAUSE_MS = 10_000

export function createListener(config: ClientConfig, log: Log): Listener {
  const channels = new Map<string, Set<Subscriber>>()
  const closing = new AbortController()
  let connection: Promise<Connection> | undefined

  return {
    async listen(channel, onPayload, onGap) {
      const subscriber = { onPayload, onGap }
      connection ??= connect()
      try {
        await (await connection).say(`listen ${escapeIdentifier(channel)}`)
      } catch (error) {
        if (channels.size === 0) connection = undefined // never worked; the next one tries again
        throw error
      }
      const own = channels.get(channel) ?? new Set()
      channels.set(channel, own.add(subscriber))
      return async () => {
        own.delete(subscriber)
        if (own.size > 0 || channels.get(channel) !== own || closing.signal.aborted) return
        channels.delete(channel)
        await (await connection)?.say(`unlisten ${escapeIdentifier(channel)}`)
      }
    },
    async close() {
      closing.abort()
      const current = await connection?.catch(() => undefined)
      await current?.end().catch(() => undefined)
    },
  }

  async function connect(): Promise<Connection> {
    const next = new Client({ ...config, query_timeout: 5_000 })
    let turn: Promise<unknown> = Promise.resolve()
    const say = (statement: string) => (turn = turn.catch(() => undefined).then(() => next.query(statement)))
    next.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.forEach((one) => one.onPayload(payload)))
    next.on('error', () => undefined) // until it is connected, the rejection of connect() tells it
    try {
      await next.connect()
      for (const channel of channels.keys()) await say(`listen ${escapeIdentifier(channel)}`)
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
        for (const subscribers of channels.values()) for (const one of subscribers) one.onGap?.()
        return next
      } catch (error) {
        log.warn({ err: error }, 'the connection for notifications could not be made; trying again')
      }
    }
  }
}
