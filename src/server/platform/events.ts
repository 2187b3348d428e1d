/**
 * Server-sent change events. An event is published with NOTIFY inside the transaction that makes the change, so it
 * arrives in every process after the commit, and never when the transaction is rolled back.
 *
 * A balance may also be changed by a program that does not know this channel, such as psql. Each process therefore reads
 * the balances of its open screens once a second and reports those that no event has announced. A trigger would report
 * them sooner, but would notify once per crawled page, and the product would rely on a database function.
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

type Subscriber = { onEvent: (event: AppEvent) => void; onGap: (() => void) | undefined }

/** The subscribers of one user, and the balance that they know; undefined before the first check. */
type Audience = { subscribers: Set<Subscriber>; balance: number | undefined }

export async function openEvents(database: Database): Promise<Events> {
  const audiences = new Map<string, Audience>()
  const deliver = (userId: string, event: AppEvent) => {
    const audience = audiences.get(userId)
    if (!audience) return
    if (event.type === 'credits') audience.balance = event.credits_count
    for (const { onEvent } of audience.subscribers) onEvent(event)
  }
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => {
      const { userId, event } = Envelope.parse(JSON.parse(payload))
      deliver(userId, event)
    },
    () => {
      for (const { onGap } of [...audiences.values()].flatMap(({ subscribers }) => [...subscribers])) onGap?.()
    },
  )
  const balances = watchBalances(database.db, audiences, deliver)
  return {
    subscribe(userId, onEvent, onGap) {
      const audience = audiences.get(userId) ?? { subscribers: new Set(), balance: undefined }
      audiences.set(userId, audience)
      const subscriber = { onEvent, onGap }
      audience.subscribers.add(subscriber)
      if (audience.balance === undefined) balances.check()
      return () => {
        audience.subscribers.delete(subscriber)
        if (audience.subscribers.size === 0) audiences.delete(userId)
      }
    },
    async close() {
      await balances.close()
      await unlisten()
    },
  }
}

/** Delivers the balances that changed without an event. */
function watchBalances(db: Db, audiences: Map<string, Audience>, deliver: (userId: string, event: AppEvent) => void) {
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
      const audience = audiences.get(userId)
      if (!audience || audience.balance === balance) continue
      const isFirstCheck = audience.balance === undefined
      audience.balance = balance
      if (!isFirstCheck) deliver(userId, { type: 'credits', credits_count: balance })
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
