/**
 * Charges one credit for one page, inside the transaction that stores it. The ledger's unique key on crawl and address
 * makes a second charge for the same page of a crawl impossible, whatever is retried.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { isDatabaseBusy } from '#server/db/errors.ts'
import { returnDaily } from './return-daily.ts'

const Charged = z.object({ rows: z.array(z.object({ balance: z.number().int() })) })

type Charge = {
  userId: string
  crawlId: string
  url: string
  /** `change`: a new version of a page that a crawl had read before. */
  reason?: 'page' | 'change'
  now?: Date
}

/**
 * Answers the balance after the charge, or null when no credit was left, also after the day's return: then the caller
 * rolls back. Throws AppError 'credits.deduct-failed' when the database refuses the deduction; one that is only away
 * is thrown as it is.
 */
export async function chargePage(tx: Db, charge: Charge): Promise<number | null> {
  try {
    const balance = await takeCredit(tx, charge)
    if (balance !== null) return balance
    const returned = await returnDaily(tx, charge.userId, charge.now)
    return returned === null ? null : await takeCredit(tx, charge)
  } catch (error) {
    throw isDatabaseBusy(error) ? error : new AppError('credits.deduct-failed', {}, { cause: error })
  }
}

async function takeCredit(tx: Db, { userId, crawlId, url, reason = 'page' }: Charge): Promise<number | null> {
  const result = await tx.execute(sql`
    with charged as (select deduct_credits(${userId}, 1) as balance),
         written as (
           insert into credit_ledger (user_id, amount, reason, crawl_id, url)
           select ${userId}, -1, ${reason}, ${crawlId}::uuid, ${url} from charged where balance is not null)
    select balance from charged where balance is not null`)
  return Charged.parse(result).rows[0]?.balance ?? null
}
