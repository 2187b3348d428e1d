/**
 * What tells open screens that something changed: a NOTIFY inside the transaction that changed it, so it arrives
 * after the commit, in every process, and not at all when the transaction is rolled back. Screens are told when some may
 * have been lost, since the connection that brings them broke.
 */
import { z } from 'zod'
import { AppEvent } from '#shared/events.ts'
import type { Database, Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'

// Also in the function store_page of the database, which tells of a page in the statement that stores it.
const CHANNEL = 'readback_events'
const Envelope = z.object({ userId: z.string(), event: AppEvent })

export type Events = {
  /**
   * Calls back with every event of this person until the returned function is called. `onGap` is called after the
   * database was away: what changed meanwhile was told to nobody.
   */
  subscribe(userId: string, onEvent: (event: AppEvent) => void, onGap?: () => void): () => void
  close(): Promise<void>
}

type Subscriber = { onEvent: (event: AppEvent) => void; onGap: (() => void) | undefined }

export async function openEvents(database: Database): Promise<Events> {
  const listeners = new Map<string, Set<Subscriber>>()
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => {
      const { userId, event } = Envelope.parse(JSON.parse(payload))
      for (const { onEvent } of listeners.get(userId) ?? []) onEvent(event)
    },
    () => {
      for (const { onGap } of [...listeners.values()].flatMap((own) => [...own])) onGap?.()
    },
  )
  return {
    subscribe(userId, onEvent, onGap) {
      const own = listeners.get(userId) ?? new Set()
      const subscriber = { onEvent, onGap }
      listeners.set(userId, own.add(subscriber))
      return () => {
        own.delete(subscriber)
        if (own.size === 0) listeners.delete(userId)
      }
    },
    close: unlisten,
  }
}

/** Within `tx`: tells the person's screens once it commits. */
export async function publish(tx: Db, userId: string, ...events: AppEvent[]) {
  await notify(tx, CHANNEL, ...events.map((event) => JSON.stringify({ userId, event: shortened(event) })))
}

/** A notification carries at most 8,000 bytes; an address may have 2,048 characters of four. */
function shortened(event: AppEvent): AppEvent {
  if (event.type !== 'crawl') return event
  return { ...event, progress: { ...event.progress, currentUrl: event.progress.currentUrl.slice(0, 1000) } }
}
