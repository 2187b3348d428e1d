/**
 * Notifications over one connection of their own, which is made anew when it breaks. What was notified while it was
 * gone is lost; so subscribers are told that there was a gap.
 */
import { Client, type ClientConfig } from 'pg'
import type { Log } from '#server/log.ts'

export type Listener = {
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

type Subscriber = { onPayload: (payload: string) => void; onGap: (() => void) | undefined }

const HEARTBEAT_MS = 10_000
const LONGEST_PAUSE_MS = 10_000

export function createListener(connection: ClientConfig, log: Log): Listener {
  const channels = new Map<string, Set<Subscriber>>()
  let client: Promise<Client> | undefined
  let closed = false
  let heartbeat: NodeJS.Timeout | undefined

  return {
    async listen(channel, onPayload, onGap) {
      const subscriber = { onPayload, onGap }
      const own = channels.get(channel) ?? new Set()
      channels.set(channel, own.add(subscriber))
      client ??= connect()
      const current = await client
      if (own.size === 1) await current.query(`listen ${current.escapeIdentifier(channel)}`)
      return async () => {
        own.delete(subscriber)
        if (own.size > 0 || channels.get(channel) !== own) return
        channels.delete(channel)
        if (!closed) await (await client)?.query(`unlisten ${current.escapeIdentifier(channel)}`)
      }
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      const current = await client?.catch(() => undefined)
      await current?.end().catch(() => undefined)
    },
  }

  async function connect(): Promise<Client> {
    const next = new Client({ ...connection, query_timeout: 5_000 })
    let lost = false
    const lose = (reason: string) => {
      if (lost || closed) return
      lost = true
      clearInterval(heartbeat)
      log.warn(`The connection for notifications broke: ${reason}`)
      void next.end().catch(() => undefined)
      client = reconnect()
    }
    next.on('notification', ({ channel, payload = '' }) => channels.get(channel)?.forEach((one) => one.onPayload(payload)))
    next.on('error', () => undefined) // until it is connected the rejection of connect() tells; then as below
    await next.connect()
    for (const channel of channels.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
    next.on('error', (error) => lose(error.message))
    next.on('end', () => lose('it was closed'))
    // A peer that vanished without a word is only noticed by asking.
    heartbeat = setInterval(() => void next.query('select 1').catch((error) => lose(error.message)), HEARTBEAT_MS)
    heartbeat.unref()
    return next
  }

  async function reconnect(): Promise<Client> {
    for (let pause = 100; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      try {
        const next = await connect()
        for (const subscribers of channels.values()) for (const one of subscribers) one.onGap?.()
        return next
      } catch (error) {
        if (closed) throw error
        log.warn({ err: error }, 'the connection for notifications could not be made; trying again')
      }
    }
  }
}
