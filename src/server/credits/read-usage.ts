/** A person's own view of the ledger: what was spent on what, by line and by day. */
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { USAGE_DAYS, type Usage, type UsageDay } from '#shared/billing.ts'
import { isPaidTier } from '#shared/plans.ts'
import { nextUtcDay, utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { crawls, creditLedger, subscriptions, userSettings } from '#server/db/schema/index.ts'
import { readBalance } from './read-balance.ts'
import { isReturnPaused } from './return-daily.ts'

export const ENTRIES_AT_ONCE = 50
const DAY_MS = 86_400_000

/** `before`: the lines older than this one, the newest first. Throws AppError 'credits.load-failed' as readBalance does. */
export async function readUsage(db: Db, userId: string, { before, now = new Date() }: { before?: number; now?: Date } = {}): Promise<Usage> {
  // First, since it may bring this day's return.
  const balance = await readBalance(db, userId, now)
  const entries = await readEntries(db, userId, before)
  const isOwed = isReturnPaused({ tier: balance.tier, subscription: await subscriptionStatus(db, userId) })
  const last = entries[ENTRIES_AT_ONCE - 1]
  return {
    ...balance,
    next_return: isPaidTier(balance.tier) && !isOwed ? nextUtcDay(now).toISOString() : null,
    payment_owed: isOwed,
    days: await readDays(db, userId, now),
    entries: entries.slice(0, ENTRIES_AT_ONCE).map(({ crawlId, crawlUrl, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      // A changed page was charged by a check, whose id stands in the crawl's place.
      crawl: crawlId === null || entry.reason === 'change' ? null : { id: crawlId, url: crawlUrl },
    })),
    next: entries.length > ENTRIES_AT_ONCE && last ? last.id : null,
  }
}

/** One more than is shown, to know whether there are more. A return that brought nothing is no news. */
function readEntries(db: Db, userId: string, before: number | undefined) {
  return db
    .select({
      id: creditLedger.id,
      at: creditLedger.createdAt,
      amount: creditLedger.amount,
      reason: creditLedger.reason,
      url: creditLedger.url,
      crawlId: creditLedger.crawlId,
      crawlUrl: crawls.url,
    })
    .from(creditLedger)
    .leftJoin(crawls, and(eq(crawls.id, creditLedger.crawlId), eq(crawls.userId, userId)))
    .where(and(eq(creditLedger.userId, userId), ne(creditLedger.amount, 0), before === undefined ? undefined : lt(creditLedger.id, before)))
    .orderBy(desc(creditLedger.id))
    .limit(ENTRIES_AT_ONCE + 1)
}

async function readDays(db: Db, userId: string, now: Date): Promise<UsageDay[]> {
  const first = new Date(nextUtcDay(now).getTime() - USAGE_DAYS * DAY_MS)
  const date = sql<string>`to_char(${creditLedger.createdAt} at time zone 'utc', 'YYYY-MM-DD')`
  const rows = await db
    .select({
      date,
      spent: sql<number>`(-coalesce(sum(${creditLedger.amount}) filter (where ${creditLedger.reason} in ('page', 'change')), 0))::int`,
      granted: sql<number>`coalesce(sum(${creditLedger.amount}) filter (where ${creditLedger.reason} not in ('page', 'change')), 0)::int`,
    })
    .from(creditLedger)
    .where(and(eq(creditLedger.userId, userId), gte(creditLedger.createdAt, first)))
    .groupBy(date)
  const known = new Map(rows.map((row) => [row.date, row]))
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const date = utcDay(new Date(first.getTime() + index * DAY_MS))
    return known.get(date) ?? { date, spent: 0, granted: 0 }
  })
}

async function subscriptionStatus(db: Db, userId: string) {
  const [row] = await db
    .select({ status: subscriptions.status })
    .from(userSettings)
    .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return row?.status ?? null
}
