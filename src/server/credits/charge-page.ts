/**
 * Charges one credit for one page of a crawl, inside the transaction that stores the page. The ledger's unique key
 * on crawl and address makes a second charge for the same page impossible, whatever is retried.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { creditLedger } from '#server/db/schema/index.ts'

const Balance = z.object({ balance: z.number().int().nullable() })

/** Answers the balance after the charge, or null when no credit was left: then the caller rolls back. */
export async function chargePage(tx: Db, charge: { userId: string; crawlId: string; url: string }): Promise<number | null> {
  const result = await tx.execute(sql`select deduct_credits(${charge.userId}, 1) as balance`)
  const [row] = z.array(Balance).parse(rowsOf(result))
  if (row?.balance === null || row === undefined) return null
  await tx.insert(creditLedger).values({ ...charge, amount: -1, reason: 'page' })
  return row.balance
}

/** Both drivers answer a raw statement with an object that has `rows`; Drizzle's common type does not say so. */
const rowsOf = (result: unknown) => z.object({ rows: z.array(z.unknown()) }).parse(result).rows
