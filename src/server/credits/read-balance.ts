import { eq } from 'drizzle-orm'
import type { Credits } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { subscriptions, userCredits, userSettings } from '#server/platform/db/schema/index.ts'
import { isRefillDue, refillDaily, refillColumns } from './refill-daily.ts'

/**
 * A user's credits and plan, after today's refill if it is due. A user without a row has 0 credits on the free plan
 * (specification, section 6). Throws AppError 'credits.load-failed' when the database is unavailable.
 */
export async function readBalance(db: Db, userId: string, now = new Date()): Promise<Credits> {
  try {
    const [row] = await db
      .select({ credits: userCredits.creditsCount, ...refillColumns })
      .from(userSettings)
      .leftJoin(userCredits, eq(userCredits.userId, userSettings.userId))
      .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
      .where(eq(userSettings.userId, userId))
    if (!row) return { credits_count: 0, tier: 'free' }
    const stored = { credits_count: row.credits ?? 0, tier: row.tier }
    if (!isRefillDue(row, utcDay(now))) return stored
    const refilled = await db.transaction((tx) => refillDaily(tx, userId, now))
    return refilled === null ? stored : { ...stored, credits_count: refilled }
  } catch (error) {
    throw new AppError('credits.load-failed', {}, { cause: error })
  }
}
