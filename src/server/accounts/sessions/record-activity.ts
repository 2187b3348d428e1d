import { lt, sql } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dailyUsage } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'

const WRITE_INTERVAL_MS = 5 * 60_000
const CACHE_SIZE = 10_000

/** Last write of this process, by user and day, so that not every request writes. */
const lastWritesByDb = new WeakMap<Db, Map<string, number>>()

/**
 * Records in `daily_usage` that a person was active on this UTC day, and when last. Writes at most every five minutes
 * per person and day. Never rejects: a failed count must not fail the request.
 */
export async function recordActivity({ db, log }: { db: Db; log: Log }, userId: string, now = new Date()) {
  const date = utcDay(now)
  const writes = lastWritesByDb.get(db) ?? new Map<string, number>()
  lastWritesByDb.set(db, writes)
  const key = `${userId} ${date}`
  if (now.getTime() - (writes.get(key) ?? 0) < WRITE_INTERVAL_MS) return

  if (writes.size >= CACHE_SIZE) writes.clear()
  writes.set(key, now.getTime())
  await write(db, userId, date, now).catch((error: unknown) => {
    writes.delete(key)
    log.error({ err: error }, 'Recording activity failed')
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
