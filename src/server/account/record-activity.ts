import { lt, sql } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { dailyUsage } from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'

const BETWEEN_WRITES_MS = 5 * 60_000
const REMEMBERED_PEOPLE = 10_000

/** When each person was last written down by this process, so that a busy screen does not write on every request. */
const lastWrites = new WeakMap<Db, Map<string, number>>()

/**
 * Keeps `daily_usage`: one row for a person and a UTC day on which they did something while signed in, with the last
 * time. Writes at most once in five minutes for each person, and on each new day. Never rejects: what somebody came
 * for does not fail because it could not be counted.
 */
export async function recordActivity({ db, log }: { db: Db; log: Log }, userId: string, now = new Date()) {
  const date = utcDay(now)
  const writes = lastWrites.get(db) ?? new Map<string, number>()
  lastWrites.set(db, writes)
  const key = `${userId} ${date}`
  if (now.getTime() - (writes.get(key) ?? 0) < BETWEEN_WRITES_MS) return

  if (writes.size >= REMEMBERED_PEOPLE) writes.clear()
  writes.set(key, now.getTime())
  await write(db, userId, date, now).catch((error: unknown) => {
    writes.delete(key)
    log.error({ err: error }, 'activity could not be recorded')
  })
}

async function write(db: Db, userId: string, date: string, now: Date) {
  await db
    .insert(dailyUsage)
    .values({ userId, date, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.date],
      set: { lastSeenAt: sql`excluded.last_seen_at` },
      setWhere: lt(dailyUsage.lastSeenAt, now),
    })
}
