import { lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { accountLimits } from '#server/db/schema/index.ts'

const HOUR_MS = 60 * 60_000

/**
 * True for the first `perHour` calls of an hour with this key, false afterwards. Counted in the database for the
 * account itself: it makes no difference from how many addresses or processes somebody asks.
 */
export async function takeTurn(db: Db, key: string, perHour: number, now = new Date()): Promise<boolean> {
  const hourAgo = sql`${new Date(now.getTime() - HOUR_MS).toISOString()}::timestamptz`
  const isOver = sql`${accountLimits.since} <= ${hourAgo}`
  const [row] = await db
    .insert(accountLimits)
    .values({ key, count: 1, since: now })
    .onConflictDoUpdate({
      target: accountLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${accountLimits.count} + 1 end`,
        since: sql`case when ${isOver} then excluded.since else ${accountLimits.since} end`,
      },
    })
    .returning({ count: accountLimits.count })
  return (row?.count ?? Infinity) <= perHour
}

/** Counters that count no longer. */
export async function forgetTurns(db: Db, now = new Date()) {
  await db.delete(accountLimits).where(lt(accountLimits.since, new Date(now.getTime() - HOUR_MS)))
}
