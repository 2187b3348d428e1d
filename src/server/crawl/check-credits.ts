/** The balance check before a crawl starts or continues (specification, sections 6, 8 and 9). */
import type { Credits } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Throws AppError 'credits.check-failed' when the balance cannot be read. */
export async function readCredits(db: Db, userId: string): Promise<Credits> {
  return readBalance(db, userId).catch((error: unknown) => {
    throw new AppError('credits.check-failed', {}, { cause: error })
  })
}

/** Throws AppError 'credits.insufficient' when there are fewer credits than pages. */
export function requireCredits(credits: Credits, pages: number) {
  if (credits.credits_count < pages) throw new AppError('credits.insufficient', { n: pages })
}
