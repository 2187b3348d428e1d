/**
 * Notifications over the kept connection. What was notified while it was gone is lost; so subscribers are told that
 * there was a gap.
 */
import { escapeIdentifier } from 'pg'
import type { Database } from '#server/db/database.ts'
import type { KeptConnection } from './keep-connection.ts'

type Subscriber = { onPayload: (payload: string) => void; onGap: (() => void) | undefined }

export function createListener(connection: KeptConnection): Pick<Database, 'listen'> {
  const channels = new Map<string, Set<Subscriber>>()
  connection.atBeginning(async (say) => {
    for (const channel of channels.keys()) await say(`listen ${escapeIdentifier(channel)}`)
  })
  connection.onNotification((channel, payload) => channels.get(channel)?.forEach((one) => one.onPayload(payload)))
  connection.onRenewed(() => channels.forEach((subscribers) => subscribers.forEach((one) => one.onGap?.())))

  return {
    async listen(channel, onPayload, onGap) {
      const subscriber = { onPayload, onGap }
      await connection.say(`listen ${escapeIdentifier(channel)}`)
      const own = channels.get(channel) ?? new Set()
      channels.set(channel, own.add(subscriber))
      return async () => {
        own.delete(subscriber)
        if (own.size > 0 || channels.get(channel) !== own) return
        channels.delete(channel)
        await connection.say(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },
  }
}
