/**
 * Charges one credit for a page, in the transaction that stores it. The ledger's unique key on crawl and address prevents
 * a second charge for the same page, however often a step is retried.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isDatabaseBusy } from '#server/platform/db/errors.ts'
import { refillDaily } from './refill-daily.ts'

const Charged = z.object({ rows: z.array(z.object({ balance: z.number().int() })) })

type Charge = {
  userId: string
  crawlId: string
  url: string
  /** `change`: a new version of a page that an earlier crawl stored. */
  reason?: 'page' | 'change'
  now?: Date
}

/** No credit is left. Thrown inside the transaction, so that the page is not stored. */
export class OutOfCredits extends Error {}

/**
 * Returns the balance after the charge. Throws OutOfCredits when no credit is left, even after the daily refill, and
 * AppError 'credits.deduct-failed' when the database rejects the deduction. Errors of an unavailable database pass
 * through.
 */
export async function chargePage(tx: Db, charge: Charge): Promise<number> {
  const balance = await takeCreditOrRefill(tx, charge).catch((error: unknown) => {
    throw isDatabaseBusy(error) ? error : new AppError('credits.deduct-failed', {}, { cause: error })
  })
  if (balance === null) throw new OutOfCredits()
  return balance
}

async function takeCreditOrRefill(tx: Db, charge: Charge): Promise<number | null> {
  const balance = await takeCredit(tx, charge)
  if (balance !== null) return balance
  const refilled = await refillDaily(tx, charge.userId, charge.now)
  return refilled === null ? null : takeCredit(tx, charge)
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
