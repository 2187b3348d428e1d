import { lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { accountLimits } from '#server/db/schema/index.ts'

type Turn = {
  /** What is counted and for whom, such as 'preview 123'. */
  key: string
  /** How many in a window, which begins with its first. */
  most: number
  windowSeconds: number
  /** How many this one counts for. */
  count?: number
}

/** `retryAfterSeconds` is when the window is over, at least 1. */
export type TurnTaken = { allowed: boolean; taken: number; retryAfterSeconds: number }

/**
 * Counts one, and tells whether it was among the first `most` of its window. Counted in the database: it makes no
 * difference from how many addresses or through how many processes somebody asks, and a restart forgets nothing.
 */
export async function takeTurn(db: Db, { key, most, windowSeconds, count = 1 }: Turn, now = new Date()): Promise<TurnTaken> {
  const windowMs = windowSeconds * 1000
  const begin = sql`${new Date(now.getTime() - windowMs).toISOString()}::timestamptz`
  // One that begins later than now and a window was begun before the clock was set back: it would last as much longer.
  const tooLate = sql`${new Date(now.getTime() + windowMs).toISOString()}::timestamptz`
  const isOver = sql`(${accountLimits.since} <= ${begin} or ${accountLimits.since} > ${tooLate})`
  const [row] = await db
    .insert(accountLimits)
    .values({ key, count, since: now })
    .onConflictDoUpdate({
      target: accountLimits.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else least(${accountLimits.count}::bigint + excluded.count, 2147483647)::int end`,
        since: sql`case when ${isOver} then excluded.since else ${accountLimits.since} end`,
      },
    })
    .returning({ count: accountLimits.count, since: accountLimits.since })
  if (!row) throw new Error('an upsert answered no row')
  const retryAfterSeconds = Math.max(1, Math.ceil((row.since.getTime() + windowMs - now.getTime()) / 1000))
  return { allowed: row.count <= most, taken: row.count, retryAfterSeconds }
}

const LONGEST_WINDOW_MS = 25 * 3600_000

/** Counters that count no longer. */
export async function forgetTurns(db: Db, now = new Date()) {
  await db.delete(accountLimits).where(lt(accountLimits.since, new Date(now.getTime() - LONGEST_WINDOW_MS)))
}
