import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Db } from './db/database.ts'
import { accountLimits } from './db/schema/index.ts'

type RateLimit = {
  /** What is counted and for whom, such as 'preview 123'; by network or mail address only as a `hashedKey`. */
  key: string
  limit: number
  /** The window starts with the first request in it. */
  windowSeconds: number
  /** How much this request counts for. */
  count?: number
}

/**
 * The key of a counter by network or mail address. The database keeps no address: the hash needs APP_SECRET, since a
 * plain one is reversed by trying all addresses.
 */
export const hashedKey = (appSecret: string, kind: string, ipOrEmail: string) =>
  `${kind} ${createHmac('sha256', appSecret)
    .update(`rate limit ${kind} ${networkOf(ipOrEmail)}`)
    .digest('base64url')}`

/** What counts as one client: an IPv6 connection has 2^64 addresses. Anything else is returned as it is. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip
  return ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString()
}

/** `used` includes this request; `retryAfterSeconds` is the time until the window ends, at least 1. */
export type RateLimitResult = { allowed: boolean; used: number; retryAfterSeconds: number }

/**
 * Counts one request in a fixed window and reports whether it is within the limit. The counter is in the database, so
 * it holds over all processes and restarts.
 */
export async function takeFromRateLimit(
  db: Db,
  { key, limit, windowSeconds, count = 1 }: RateLimit,
  now = new Date(),
): Promise<RateLimitResult> {
  const windowMs = windowSeconds * 1000
  const hasWindowEnded = lte(accountLimits.since, new Date(now.getTime() - windowMs))
  // A count beyond the column's type stays at its maximum.
  const total = sql`least(${accountLimits.count}::bigint + excluded.count, 2147483647)::int`
  const [row] = await db
    .insert(accountLimits)
    .values({ key, count, since: now })
    .onConflictDoUpdate({
      target: accountLimits.key,
      set: {
        count: sql`case when ${hasWindowEnded} then excluded.count else ${total} end`,
        since: sql`case when ${hasWindowEnded} then excluded.since else ${accountLimits.since} end`,
      },
    })
    .returning({ count: accountLimits.count, since: accountLimits.since })
  if (!row) throw new Error('an upsert returned no row')
  const retryAfterSeconds = Math.max(1, Math.ceil((row.since.getTime() + windowMs - now.getTime()) / 1000))
  return { allowed: row.count <= limit, used: row.count, retryAfterSeconds }
}

/** True when one more request would be allowed now; counts nothing. */
export async function hasRoomInRateLimit(db: Db, { key, limit, windowSeconds }: RateLimit, now = new Date()) {
  const isCurrent = gt(accountLimits.since, new Date(now.getTime() - windowSeconds * 1000))
  const [row] = await db
    .select({ count: accountLimits.count })
    .from(accountLimits)
    .where(and(eq(accountLimits.key, key), isCurrent))
  return (row?.count ?? 0) < limit
}

/** The longest window in use is a UTC day of model tokens. */
const LONGEST_WINDOW_MS = 25 * 3600_000

export async function deleteExpiredRateLimits(db: Db, now = new Date()) {
  await db.delete(accountLimits).where(lt(accountLimits.since, new Date(now.getTime() - LONGEST_WINDOW_MS)))
}
