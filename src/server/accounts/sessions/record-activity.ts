import { sql } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dailyUsage } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'

const WRITE_INTERVAL_MS = 5 * 60_000
const CACHE_SIZE = 10_000

type Activity = { userId: string; date: string; lastSeenAt: Date }

/** The writes of this process, by database. */
type Writes = {
  /** The last write by user and day, so that not every request writes. */
  last: Map<string, number>
  /** What the statement in progress does not write; the next one does. */
  waiting: Map<string, Activity>
  next: Promise<void> | undefined
  current: Promise<void>
}
const writesByDb = new WeakMap<Db, Writes>()

/**
 * Records in `daily_usage` that a user was active on this UTC day, and when last. Writes at most every five minutes
 * per user and day, and one statement at a time for everyone: when a server starts, all its users return in the same
 * second. Never rejects, and requests do not wait for it.
 */
export async function recordActivity({ db, log }: { db: Db; log: Log }, userId: string, now = new Date()) {
  const date = utcDay(now)
  const writes = writesOf(db)
  const key = `${userId} ${date}`
  if (now.getTime() - (writes.last.get(key) ?? 0) < WRITE_INTERVAL_MS) return

  if (writes.last.size >= CACHE_SIZE) writes.last.clear()
  writes.last.set(key, now.getTime())
  writes.waiting.set(key, { userId, date, lastSeenAt: now })
  writes.next ??= writes.current.then(async () => {
    const group = [...writes.waiting]
    writes.waiting.clear()
    writes.next = undefined
    writes.current = writeGroup({ db, log }, group, writes.last)
    await writes.current
  })
  await writes.next
}

function writesOf(db: Db): Writes {
  const writes = writesByDb.get(db) ?? {
    last: new Map(),
    waiting: new Map(),
    next: undefined,
    current: Promise.resolve(),
  }
  writesByDb.set(db, writes)
  return writes
}

/** An account that was deleted since fails the statement of its group: then each is written alone. */
async function writeGroup({ db, log }: { db: Db; log: Log }, group: [string, Activity][], last: Map<string, number>) {
  try {
    await write(
      db,
      group.map(([, activity]) => activity),
    )
  } catch (error) {
    if (group.length > 1) {
      for (const each of group) await writeGroup({ db, log }, [each], last)
      return
    }
    for (const [key] of group) last.delete(key)
    log.error({ err: error }, 'Recording activity failed')
  }
}

async function write(db: Db, activities: Activity[]) {
  await db
    .insert(dailyUsage)
    // In one order, so that two processes do not wait for each other's rows.
    .values(activities.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)))
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.date],
      set: { lastSeenAt: sql`excluded.last_seen_at` },
      setWhere: sql`${dailyUsage.lastSeenAt} < excluded.last_seen_at`,
    })
}
