/** A person's credits and plan. Someone without a row has 0 credits on the free plan (SPEC section 6). */
import { eq } from 'drizzle-orm'
import type { Credits } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { subscriptions, userCredits, userSettings } from '#server/db/schema/index.ts'
import { isReturnDue, returnDaily, returnFacts } from './return-daily.ts'

/** With this day's return, when it is due. Throws AppError 'credits.load-failed' when the database does not answer. */
export async function readBalance(db: Db, userId: string, now = new Date()): Promise<Credits> {
  try {
    const [row] = await db
      .select({ credits: userCredits.creditsCount, ...returnFacts })
      .from(userSettings)
      .leftJoin(userCredits, eq(userCredits.userId, userSettings.userId))
      .leftJoin(subscriptions, eq(subscriptions.userId, userSettings.userId))
      .where(eq(userSettings.userId, userId))
    if (!row) return { credits_count: 0, tier: 'free' }
    const returned = isReturnDue(row, utcDay(now)) ? await db.transaction((tx) => returnDaily(tx, userId, now)) : null
    return { credits_count: returned ?? row.credits ?? 0, tier: row.tier }
  } catch (error) {
    throw new AppError('credits.load-failed', {}, { cause: error })
  }
}
