import { chargePage } from '#server/credits/charge-page.ts'
import type { Db } from '#server/db/database.ts'

/** Thrown inside the transaction, so that nothing of the page stays when there was no credit for it. */
export class OutOfCredits extends Error {}

/** Takes a page's credit and answers the balance after it. Throws OutOfCredits, and AppError 'credits.deduct-failed'. */
export async function payForPage(tx: Db, charge: Parameters<typeof chargePage>[1]): Promise<number> {
  const balance = await chargePage(tx, charge)
  if (balance === null) throw new OutOfCredits()
  return balance
}
