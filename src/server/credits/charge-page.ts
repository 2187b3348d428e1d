/**
 * Charges one credit for each page, in the transaction that stores it. The ledger's unique key on crawl and address
 * prevents a second charge for the same page, however often a step is retried.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { cannotStoreNow } from '#server/platform/db/errors.ts'
import { refillDaily } from './refill-daily.ts'

const Charged = z.object({ rows: z.array(z.object({ userId: z.string(), balance: z.number().int() })) })

type Charge = {
  userId: string
  crawlId: string
  url: string
  /** `change`: a new version of a page that an earlier crawl stored. */
  reason?: 'page' | 'change'
}

/** No credit is left. Thrown inside the transaction, so that the page is not stored. */
export class OutOfCredits extends Error {}

/** `chargePages` for one page. Returns the balance after the charge. */
export async function chargePage(tx: Db, charge: Charge, now?: Date): Promise<number> {
  const balances = await chargePages(tx, [charge], now)
  const balance = balances.get(charge.userId)
  if (balance === undefined) throw new OutOfCredits()
  return balance
}

/**
 * Charges one credit for each page and returns the balance of each owner after it. Throws OutOfCredits when one of them
 * has too few credits, even after the daily refill, and AppError 'credits.deduct-failed' when the database rejects the
 * deduction. Errors of an unavailable database or a full disk pass through.
 */
export async function chargePages(tx: Db, charges: readonly Charge[], now?: Date): Promise<Map<string, number>> {
  if (charges.length === 0) return new Map()
  const balances = await takeCreditsOrRefill(tx, charges, now).catch((error: unknown) => {
    throw cannotStoreNow(error) ? error : new AppError('credits.deduct-failed', {}, { cause: error })
  })
  if (charges.some(({ userId }) => !balances.has(userId))) throw new OutOfCredits()
  return balances
}

async function takeCreditsOrRefill(tx: Db, charges: readonly Charge[], now?: Date): Promise<Map<string, number>> {
  const balances = await takeCredits(tx, charges)
  const owners = new Set(charges.map(({ userId }) => userId))
  for (const owner of owners) {
    if (balances.has(owner)) continue
    const refilled = await refillDaily(tx, owner, now)
    if (refilled === null) continue
    const ownCharges = charges.filter(({ userId }) => userId === owner)
    const balance = (await takeCredits(tx, ownCharges)).get(owner)
    if (balance !== undefined) balances.set(owner, balance)
  }
  return balances
}

/** The balances after the charges; without the owners who have too few credits, who are charged nothing. */
async function takeCredits(tx: Db, charges: readonly Charge[]): Promise<Map<string, number>> {
  const pages = charges.map((charge) => ({ reason: 'page', ...charge }))
  const result = await tx.execute(sql`
    with page as (
           select * from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
             as page("userId" text, "crawlId" uuid, url text, reason text)),
         owner as (select "userId", count(*)::int as pages from page group by "userId"),
         -- In the order of the owners, so that two transactions cannot wait for each other.
         locked as materialized (
           select user_id from user_credits where user_id in (select "userId" from owner) order by user_id for update),
         charged as (
           update user_credits set credits_count = credits_count - owner.pages, updated_at = now()
             from owner join locked on locked.user_id = owner."userId"
            where user_credits.user_id = locked.user_id and credits_count >= owner.pages
           returning user_credits.user_id as "userId", credits_count as balance),
         written as (
           insert into credit_ledger (user_id, amount, reason, crawl_id, url)
           select "userId", -1, page.reason, page."crawlId", page.url from page join charged using ("userId"))
    select "userId", balance from charged`)
  return new Map(Charged.parse(result).rows.map(({ userId, balance }) => [userId, balance]))
}
