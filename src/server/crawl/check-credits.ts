/** The balance is checked before a crawl, and again before one is read on (SPEC sections 6, 8 and 9). */
import type { Credits } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import type { Db } from '#server/db/database.ts'

/** A person's credits and plan. Throws AppError 'credits.check-failed' when they cannot be read. */
export async function readCredits(db: Db, userId: string): Promise<Credits> {
  return readBalance(db, userId).catch((error: unknown) => {
    throw new AppError('credits.check-failed', {}, { cause: error })
  })
}

/** Throws AppError 'credits.insufficient' with fewer credits than pages that may be read. */
export function requireCredits(credits: Credits, pages: number) {
  if (credits.credits_count < pages) throw new AppError('credits.insufficient', { n: pages })
}
