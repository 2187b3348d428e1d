/** A user's ledger: its entries, and sums by day. */
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import { USAGE_DAYS, type Usage, type UsageDay } from '#shared/billing.ts'
import { isPaidTier } from '#shared/plans.ts'
import { nextUtcDay, utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls, creditLedger, dailyUsage, subscriptions, userSettings } from '#server/platform/db/schema/index.ts'
import { readBalance } from './read-balance.ts'
import { isRefillPaused } from './refill-daily.ts'

export const USAGE_PAGE_SIZE = 50
const DAY_MS = 86_400_000

/** One page of entries, newest first; `before` is the `next` of the previous page. Throws AppError 'credits.load-failed'. */
export async function readUsage(
  db: Db,
  userId: string,
  { before, now = new Date() }: { before?: number; now?: Date } = {},
): Promise<Usage> {
  // First, because it may run today's refill.
  const balance = await readBalance(db, userId, now)
  const entries = await readEntries(db, userId, before)
  const isPaused = isRefillPaused({ tier: balance.tier, subscription: await subscriptionStatus(db, userId) })
  const last = entries[USAGE_PAGE_SIZE - 1]
  return {
    ...balance,
    next_return: isPaidTier(balance.tier) && !isPaused ? nextUtcDay(now).toISOString() : null,
    payment_owed: isPaused,
    days: await readDays(db, userId, now),
    entries: entries.slice(0, USAGE_PAGE_SIZE).map(({ crawlId, crawlUrl, at, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      // For a changed page, `crawlId` is the id of the recheck that charged it.
      crawl: crawlId === null || entry.reason === 'change' ? null : { id: crawlId, url: crawlUrl },
    })),
    next: entries.length > USAGE_PAGE_SIZE && last ? last.id : null,
  }
}

/** One entry more than a page, to know whether there is a next page. Omits refills of 0 credits. */
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
    .where(
      and(
        eq(creditLedger.userId, userId),
        ne(creditLedger.amount, 0),
        before === undefined ? undefined : lt(creditLedger.id, before),
      ),
    )
    .orderBy(desc(creditLedger.id))
    .limit(USAGE_PAGE_SIZE + 1)
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
  const ofModels = await db
    .select({
      date: dailyUsage.date,
      input: dailyUsage.inputTokens,
      output: dailyUsage.outputTokens,
      cost: dailyUsage.cost,
    })
    .from(dailyUsage)
    .where(and(eq(dailyUsage.userId, userId), gte(dailyUsage.date, utcDay(first))))
  const rowByDate = new Map(rows.map((row) => [row.date, row]))
  const modelsByDate = new Map(ofModels.map((row) => [row.date, row]))
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const date = utcDay(new Date(first.getTime() + index * DAY_MS))
    const { spent = 0, granted = 0 } = rowByDate.get(date) ?? {}
    const { input = 0, output = 0, cost = 0 } = modelsByDate.get(date) ?? {}
    return { date, spent, granted, tokens: input + output, cost }
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
