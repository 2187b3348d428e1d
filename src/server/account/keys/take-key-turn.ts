import { sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { accountLimits } from '#server/db/schema/index.ts'

const MINUTE_MS = 60_000

/**
 * Counts one request of a key, in the database: the limit holds across processes and restarts. Throws 'key.too-fast'
 * with the seconds until the minute is over.
 */
export async function takeKeyTurn(db: Db, keyId: string, perMinute: number, now = new Date()) {
  const minuteAgo = sql`${new Date(now.getTime() - MINUTE_MS).toISOString()}::timestamptz`
  const isOver = sql`${accountLimits.since} <= ${minuteAgo}`
  const [row] = await db
    .insert(accountLimits)
    .values({ key: `api-key ${keyId}`, count: 1, since: now })
    .onConflictDoUpdate({
      target: accountLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${accountLimits.count} + 1 end`,
        since: sql`case when ${isOver} then excluded.since else ${accountLimits.since} end`,
      },
    })
    .returning({ count: accountLimits.count, since: accountLimits.since })
  if (!row || row.count <= perMinute) return
  const retryAfterSeconds = Math.max(1, Math.ceil((row.since.getTime() + MINUTE_MS - now.getTime()) / 1000))
  throw new AppError('key.too-fast', { retryAfterSeconds })
}
