/** Daily counts, by UTC day, for the charts of the overview. Each query is answered from an index. Crosses owners. */
import { and, count, gte, sql, sum, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ActivityDay, ChartDays } from '#shared/admin.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls, creditLedger, dailyUsage } from '#server/platform/db/schema/index.ts'

const DAY_MS = 24 * 60 * 60_000

export async function unsafeReadActivity(db: Db, range: ChartDays, now = new Date()): Promise<{ days: ActivityDay[] }> {
  const dates = datesUntil(now, Number(range))
  const first = dates[0] ?? utcDay(now)
  const since = new Date(`${first}T00:00:00Z`)
  const [started, read, used] = await Promise.all([
    db
      .select({
        date: dateOf(crawls.createdAt),
        crawls: count(),
        failures: sql<number>`count(*) filter (where ${crawls.status} = 'failed')`.mapWith(Number),
      })
      .from(crawls)
      .where(gte(crawls.createdAt, since))
      .groupBy(dayOfColumn(crawls.createdAt)),
    db
      .select({ date: dateOf(creditLedger.createdAt), pages: count() })
      .from(creditLedger)
      // A literal, because a parameter would not match the partial index.
      .where(and(sql`${creditLedger.reason} = 'page'`, gte(creditLedger.createdAt, since)))
      .groupBy(dayOfColumn(creditLedger.createdAt)),
    db
      .select({
        date: dailyUsage.date,
        people: sql`count(*) filter (where ${dailyUsage.lastSeenAt} >= ${dailyUsage.date})`.mapWith(Number),
        questions: sum(dailyUsage.questions).mapWith(Number),
        tokens: sql`sum(${dailyUsage.inputTokens} + ${dailyUsage.outputTokens})`.mapWith(Number),
        cost: sum(dailyUsage.cost).mapWith(Number),
      })
      .from(dailyUsage)
      .where(gte(dailyUsage.date, first))
      .groupBy(dailyUsage.date),
  ])
  const [startedOn, readOn, usedOn] = [byDate(started), byDate(read), byDate(used)]
  const days = dates.map((date) => ({
    date,
    crawls: startedOn.get(date)?.crawls ?? 0,
    failures: startedOn.get(date)?.failures ?? 0,
    pages: readOn.get(date)?.pages ?? 0,
    questions: usedOn.get(date)?.questions ?? 0,
    people: usedOn.get(date)?.people ?? 0,
    tokens: usedOn.get(date)?.tokens ?? 0,
    cost: usedOn.get(date)?.cost ?? 0,
  }))
  return { days }
}

/** The last `days` UTC days including today, oldest first. */
function datesUntil(now: Date, days: number): string[] {
  return Array.from({ length: days }, (_, index) => utcDay(new Date(now.getTime() - (days - 1 - index) * DAY_MS)))
}

const dayOfColumn = (column: PgColumn): SQL => sql`(${column} at time zone 'UTC')::date`
/** As text, because the two drivers return dates differently. */
const dateOf = (column: PgColumn) => sql<string>`${dayOfColumn(column)}::text`

const byDate = <Row extends { date: string }>(rows: Row[]) => new Map(rows.map((row) => [row.date, row]))
