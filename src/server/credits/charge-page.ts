/**
 * Charges one credit for one page of a crawl, inside the transaction that stores the page. The ledger's unique key
 * on crawl and address makes a second charge for the same page impossible, whatever is retried.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'

const Charged = z.object({ rows: z.array(z.object({ balance: z.number().int() })) })

/** Answers the balance after the charge, or null when no credit was left: then the caller rolls back. */
export async function chargePage(tx: Db, { userId, crawlId, url }: { userId: string; crawlId: string; url: string }): Promise<number | null> {
  const result = await tx.execute(sql`
    with charged as (select deduct_credits(${userId}, 1) as balance),
         written as (
           insert into credit_ledger (user_id, amount, reason, crawl_id, url)
           select ${userId}, -1, 'page', ${crawlId}::uuid, ${url} from charged where balance is not null)
    select balance from charged where balance is not null`)
  return Charged.parse(result).rows[0]?.balance ?? null
}
