/** A person's credits and plan. Someone without a row has 0 credits on the free plan (SPEC section 6). */
import { eq } from 'drizzle-orm'
import type { Credits } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { userCredits, userSettings } from '#server/db/schema/index.ts'

/** Throws AppError 'credits.load-failed' when the database does not answer. */
export async function readBalance(db: Db, userId: string): Promise<Credits> {
  const [row] = await db
    .select({ credits: userCredits.creditsCount, tier: userSettings.tier })
    .from(userSettings)
    .leftJoin(userCredits, eq(userCredits.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
    .catch((error: unknown) => {
      throw new AppError('credits.load-failed', {}, { cause: error })
    })
  return { credits_count: row?.credits ?? 0, tier: row?.tier ?? 'free' }
}
