/** A user's ledger: its entries, and sums by day. */
import { and, desc, eq, gte, lt, max, ne, sql } from 'drizzle-orm'
import { USAGE_DAYS, type Usage, type UsageCharges, type UsageDay } from '#shared/billing.ts'
import { AppError } from '#shared/errors.ts'
import { isPaidTier } from '#shared/plans.ts'
import { nextUtcDay, utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls, creditLedger, dailyUsage, subscriptions, userSettings } from '#server/platform/db/schema/index.ts'
import { readBalance } from './read-balance.ts'
import { isRefillPaused } from './refill-daily.ts'

export const USAGE_PAGE_SIZE = 50
const DAY_MS = 86_400_000

/**
 * One page of entries, newest first; `before` is the `next` of the previous page. Throws AppError
 * 'credits.load-failed'.
 */
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
    entries: entries.slice(0, USAGE_PAGE_SIZE).map(presentEntry),
    next: entries.length > USAGE_PAGE_SIZE && last ? last.id : null,
  }
}

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

function presentEntry({ crawlId, crawlUrl, at, number, ...entry }: Entry): Usage['entries'][number] {
  const presented = { ...entry, at: at.toISOString(), charges: null, crawl: null }
  if (crawlId === null) return presented
  // For a changed page, `crawlId` is the id of the recheck that charged it.
  const isOfCrawl = entry.reason !== 'change'
  return {
    ...presented,
    charges: number > 1 ? { id: crawlId, number } : null,
    crawl: isOfCrawl ? { id: crawlId, url: crawlUrl } : null,
  }
}

/**
 * One entry more than a page, to know whether there is a next page. Omits refills of 0 credits. Charges without a crawl
 * are entries of their own.
 */
function readEntries(db: Db, userId: string, before: number | undefined) {
  const newest = max(creditLedger.id)
  const entry = db
    .select({
      id: sql<number>`${newest}`.mapWith(creditLedger.id).as('newest_id'),
      at: sql<Date>`max(${creditLedger.createdAt})`.mapWith(creditLedger.createdAt).as('at'),
      amount: sql<number>`sum(${creditLedger.amount})::int`.as('amount'),
      reason: creditLedger.reason,
      url: sql<string | null>`case when count(*) = 1 then min(${creditLedger.url}) end`.as('only_url'),
      number: sql<number>`count(*)::int`.as('number'),
      crawlId: creditLedger.crawlId,
    })
    .from(creditLedger)
    .where(and(eq(creditLedger.userId, userId), ne(creditLedger.amount, 0)))
    .groupBy(
      creditLedger.reason,
      creditLedger.crawlId,
      sql`case when ${creditLedger.crawlId} is null then ${creditLedger.id} end`,
    )
    .having(before === undefined ? undefined : lt(newest, before))
    .orderBy(desc(newest))
    .limit(USAGE_PAGE_SIZE + 1)
    .as('entry')
  return db
    .select({ ...entry._.selectedFields, crawlUrl: crawls.url })
    .from(entry)
    .leftJoin(crawls, and(eq(crawls.id, entry.crawlId), eq(crawls.userId, userId)))
    .orderBy(desc(entry.id))
}

/**
 * One page of what a crawl or a check was charged for, newest first; `before` as in `readUsage`. Throws AppError
 * 'crawl.not-found' when this user has no such charge.
 */
export async function readCharges(
  db: Db,
  { userId, id, before }: { userId: string; id: string; before: number | undefined },
): Promise<UsageCharges> {
  const ofCrawl = and(eq(creditLedger.userId, userId), eq(creditLedger.crawlId, id))
  const rows = await db
    .select({ id: creditLedger.id, at: creditLedger.createdAt, url: creditLedger.url })
    .from(creditLedger)
    .where(and(ofCrawl, before === undefined ? undefined : lt(creditLedger.id, before)))
    .orderBy(desc(creditLedger.id))
    .limit(USAGE_PAGE_SIZE + 1)
  if (rows.length === 0) throw new AppError('crawl.not-found')
  const charges = rows.slice(0, USAGE_PAGE_SIZE)
  return {
    charges: charges.map(({ id, at, url }) => ({ id, at: at.toISOString(), url: url ?? '' })),
    next: rows.length > USAGE_PAGE_SIZE ? (charges.at(-1)?.id ?? null) : null,
  }
}

async function readDays(db: Db, userId: string, now: Date): Promise<UsageDay[]> {
  const first = new Date(nextUtcDay(now).getTime() - USAGE_DAYS * DAY_MS)
  const creditsByDate = await readCreditsByDate(db, userId, first)
  const modelUseByDate = await readModelUseByDate(db, userId, first)
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const date = utcDay(new Date(first.getTime() + index * DAY_MS))
    const { spent = 0, granted = 0 } = creditsByDate.get(date) ?? {}
    const { input = 0, output = 0, cost = 0 } = modelUseByDate.get(date) ?? {}
    return { date, spent, granted, tokens: input + output, cost }
  })
}

async function readCreditsByDate(db: Db, userId: string, first: Date) {
  const date = sql<string>`to_char(${creditLedger.createdAt} at time zone 'utc', 'YYYY-MM-DD')`
  const isCharge = sql`${creditLedger.reason} in ('page', 'change')`
  const rows = await db
    .select({
      date,
      spent: sql<number>`(-coalesce(sum(${creditLedger.amount}) filter (where ${isCharge}), 0))::int`,
      granted: sql<number>`coalesce(sum(${creditLedger.amount}) filter (where not ${isCharge}), 0)::int`,
    })
    .from(creditLedger)
    .where(and(eq(creditLedger.userId, userId), gte(creditLedger.createdAt, first)))
    .groupBy(date)
  return new Map(rows.map((row) => [row.date, row]))
}

async function readModelUseByDate(db: Db, userId: string, first: Date) {
  const rows = await db
    .select({
      date: dailyUsage.date,
      input: dailyUsage.inputTokens,
      output: dailyUsage.outputTokens,
      cost: dailyUsage.cost,
    })
    .from(dailyUsage)
    .where(and(eq(dailyUsage.userId, userId), gte(dailyUsage.date, utcDay(first))))
  return new Map(rows.map((row) => [row.date, row]))
}

async function subscriptionStatus(db: Db, userId: string) {
  const [row] = await db
    .select({ status: subscriptions.status })
    .from(userSettings)
    .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return row?.status ?? null
}
