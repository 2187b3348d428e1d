/**
 * Charges one credit for one page of a crawl, inside the transaction that stores the page. The ledger's unique key
 * on crawl and address makes a second charge for the same page impossible, whatever is retried.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { isDatabaseBusy } from '#server/db/errors.ts'

const Charged = z.object({ rows: z.array(z.object({ balance: z.number().int() })) })

/**
 * Answers the balance after the charge, or null when no credit was left: then the caller rolls back. Throws AppError
 * 'credits.deduct-failed' when the database refuses the deduction; one that is only away is thrown as it is.
 */
export async function chargePage(
  tx: Db,
  { userId, crawlId, url }: { userId: string; crawlId: string; url: string },
): Promise<number | null> {
  const charging = tx.execute(sql`
    with charged as (select deduct_credits(${userId}, 1) as balance),
         written as (
           insert into credit_ledger (user_id, amount, reason, crawl_id, url)
           select ${userId}, -1, 'page', ${crawlId}::uuid, ${url} from charged where balance is not null)
    select balance from charged where balance is not null`)
  const result = await charging.catch((error: unknown) => {
    throw isDatabaseBusy(error) ? error : new AppError('credits.deduct-failed', {}, { cause: error })
  })
  return Charged.parse(result).rows[0]?.balance ?? null
}
