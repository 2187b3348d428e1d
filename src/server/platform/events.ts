/**
 * Server-sent change events. An event is published with NOTIFY inside the transaction that makes the change, so it
 * arrives in every process after the commit, and never when the transaction is rolled back.
 */
import { z } from 'zod'
import { AppEvent } from '#shared/events.ts'
import type { Database, Db } from './db/database.ts'
import { notify } from './db/notify.ts'

const CHANNEL = 'readback_events'
const Envelope = z.object({ userId: z.string(), event: AppEvent })

export type Events = {
  /**
   * Calls back with every event of this user until the returned function is called. `onGap` is called when events may
   * have been lost because the connection to the database broke.
   */
  subscribe(userId: string, onEvent: (event: AppEvent) => void, onGap?: () => void): () => void
  close(): Promise<void>
}

type Subscriber = { onEvent: (event: AppEvent) => void; onGap: (() => void) | undefined }

export async function openEvents(database: Database): Promise<Events> {
  const subscribers = new Map<string, Set<Subscriber>>()
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => {
      const { userId, event } = Envelope.parse(JSON.parse(payload))
      for (const { onEvent } of subscribers.get(userId) ?? []) onEvent(event)
    },
    () => {
      for (const { onGap } of [...subscribers.values()].flatMap((ofUser) => [...ofUser])) onGap?.()
    },
  )
  return {
    subscribe(userId, onEvent, onGap) {
      const ofUser = subscribers.get(userId) ?? new Set()
      const subscriber = { onEvent, onGap }
      subscribers.set(userId, ofUser.add(subscriber))
      return () => {
        ofUser.delete(subscriber)
        if (ofUser.size === 0) subscribers.delete(userId)
      }
    },
    close: unlisten,
  }
}

/** Within `tx`: publishes events to a user's open screens when `tx` commits. */
export async function publish(tx: Db, userId: string, ...events: AppEvent[]) {
  await notify(tx, CHANNEL, ...events.map((event) => JSON.stringify({ userId, event: withShortUrl(event) })))
}

/** A notification holds at most 8,000 bytes; an address may have 2,048 characters of four bytes. */
function withShortUrl(event: AppEvent): AppEvent {
  if (event.type !== 'crawl') return event
  return { ...event, progress: { ...event.progress, currentUrl: event.progress.currentUrl.slice(0, 1000) } }
}
