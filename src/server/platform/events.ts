/**
 * Server-sent change events. An event is published with NOTIFY inside the transaction that makes the change, so it
 * arrives in every process after the commit, and never when the transaction is rolled back.
 *
 * A balance may also be changed by a program that does not know this channel, such as psql. Each process therefore
 * reads the balances of its open screens once a second and reports those that no event has announced. Each subscription
 * begins with a report, since the balance may have changed after the screen read it. A trigger would not cover that
 * time, and would notify once per crawled page.
 */
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { AppEvent } from '#shared/events.ts'
import type { Database, Db } from './db/database.ts'
import { notify } from './db/notify.ts'
import { userCredits } from './db/schema/index.ts'

const CHANNEL = 'readback_events'
const BALANCE_CHECK_MS = 1_000
const Envelope = z.object({ userId: z.string(), event: AppEvent })

export type Events = {
  /**
   * Calls back with every event of this user until the returned function is called. `onGap` is called when events may
   * have been lost because the connection to the database broke.
   */
  subscribe(userId: string, onEvent: (event: AppEvent) => void, onGap?: () => void): () => void
  close(): Promise<void>
}

type Subscriber = {
  onEvent: (event: AppEvent) => void
  onGap: (() => void) | undefined
  /** The last balance that was reported; undefined before the first check. */
  balance: number | undefined
}

/** By user. */
type Audiences = Map<string, Set<Subscriber>>

function report(subscriber: Subscriber, event: AppEvent) {
  if (event.type === 'credits') subscriber.balance = event.credits_count
  subscriber.onEvent(event)
}

export async function openEvents(database: Database): Promise<Events> {
  const audiences: Audiences = new Map()
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => {
      const { userId, event } = Envelope.parse(JSON.parse(payload))
      for (const subscriber of audiences.get(userId) ?? []) report(subscriber, event)
    },
    () => {
      for (const { onGap } of [...audiences.values()].flatMap((audience) => [...audience])) onGap?.()
    },
  )
  const balances = watchBalances(database.db, audiences)
  return {
    subscribe(userId, onEvent, onGap) {
      const audience = audiences.get(userId) ?? new Set()
      audiences.set(userId, audience)
      const subscriber: Subscriber = { onEvent, onGap, balance: undefined }
      audience.add(subscriber)
      balances.check()
      return () => {
        audience.delete(subscriber)
        if (audience.size === 0) audiences.delete(userId)
      }
    },
    async close() {
      await balances.close()
      await unlisten()
    },
  }
}

/** Delivers the balances that changed without an event. */
function watchBalances(db: Db, audiences: Audiences) {
  let running: Promise<void> | undefined
  const check = () => {
    if (audiences.size > 0) running ??= compareBalances().finally(() => (running = undefined))
  }
  const timer = setInterval(check, BALANCE_CHECK_MS).unref()

  async function compareBalances() {
    const rows = await db
      .select({ userId: userCredits.userId, balance: userCredits.creditsCount })
      .from(userCredits)
      .where(inArray(userCredits.userId, [...audiences.keys()]))
      // The database is unavailable: the next check tries again.
      .catch(() => [])
    for (const { userId, balance } of rows) {
      for (const subscriber of audiences.get(userId) ?? []) {
        if (subscriber.balance !== balance) report(subscriber, { type: 'credits', credits_count: balance })
      }
    }
  }
  return {
    check,
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** Within `tx`: publishes events to a user's open screens when `tx` commits. */
export async function publish(tx: Db, userId: string, ...events: AppEvent[]) {
  await publishAll(
    tx,
    events.map((event) => ({ userId, event })),
  )
}

/** Within `tx`: publishes events of several users in one statement. */
export async function publishAll(tx: Db, events: readonly { userId: string; event: AppEvent }[]) {
  const payloads = events.map(({ userId, event }) => JSON.stringify({ userId, event: withShortUrl(event) }))
  if (payloads.length > 0) await notify(tx, CHANNEL, ...payloads)
}

/** A notification holds at most 8,000 bytes; an address may have 2,048 characters of four bytes. */
function withShortUrl(event: AppEvent): AppEvent {
  if (event.type !== 'crawl') return event
  return { ...event, progress: { ...event.progress, currentUrl: event.progress.currentUrl.slice(0, 1000) } }
}
