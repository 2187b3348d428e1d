/** Every change of a balance that is not a charge: under the balance's lock, with the ledger entry over the difference. */
import { and, eq, gte, sql } from 'drizzle-orm'
import { balanceAfter, isPaidTier, type Occasion, occasions, type Tier } from '#shared/plans.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { LedgerReason } from '#shared/usage.ts'
import type { Db } from '#server/db/database.ts'
import { creditLedger, userCredits, users } from '#server/db/schema/index.ts'

type Change = {
  userId: string
  occasion: Occasion
  /** The plan that holds after the occasion. */
  tier: Tier
  /** What an operator set. */
  set?: number
  now?: Date
}

const ENDS_THE_DAY: Occasion[] = ['account', 'upgrade', 'operator']

/**
 * Within `tx`: does to the balance what the table `occasions` says, and answers it before and after. An account
 * without a balance is given one first. The row stays locked until `tx` ends: a page charged meanwhile waits.
 */
export async function changeBalance(tx: Db, { userId, occasion, tier, set, now = new Date() }: Change) {
  const { reason } = occasions[occasion]
  const before = await lockBalance(tx, userId)
  const after = balanceAfter(occasion, before, set === undefined ? { tier } : { tier, set }) ?? before
  if (reason) await writeBalance(tx, { userId, before, after, reason })
  // A new paid plan comes with its credits, and what an operator sets holds: neither is followed by a return on that day.
  if (isPaidTier(tier) && ENDS_THE_DAY.includes(occasion)) await markReturned(tx, userId, utcDay(now), 0)
  return { before, after }
}

/** The balance, locked. The account is locked first, against its deletion, in the order in which that locks. */
export async function lockBalance(tx: Db, userId: string): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  await tx.insert(userCredits).values({ userId, creditsCount: 0 }).onConflictDoNothing()
  const [balance] = await tx
    .select({ credits: userCredits.creditsCount })
    .from(userCredits)
    .where(eq(userCredits.userId, userId))
    .for('update')
  return balance?.credits ?? 0
}

/** Under the lock of `lockBalance`. */
export async function writeBalance(
  tx: Db,
  { userId, before, after, reason }: { userId: string; before: number; after: number; reason: LedgerReason },
) {
  if (before === after) return
  await tx.update(userCredits).set({ creditsCount: after, updatedAt: new Date() }).where(eq(userCredits.userId, userId))
  if (reason !== 'daily') await tx.insert(creditLedger).values({ userId, amount: after - before, reason })
}

/**
 * Enters a daily return of `amount` credits, which may be none. Answers whether it was entered: not when the balance
 * returned on this day or a later one already, as after a clock that was set back.
 */
export async function markReturned(tx: Db, userId: string, day: string, amount: number): Promise<boolean> {
  const later = and(eq(creditLedger.userId, userId), eq(creditLedger.reason, 'daily'), gte(creditLedger.day, day))
  const [known] = await tx.select({ id: creditLedger.id }).from(creditLedger).where(later).limit(1)
  if (known) return false
  const entered = await tx
    .insert(creditLedger)
    .values({ userId, amount, reason: 'daily', day })
    .onConflictDoNothing({ target: [creditLedger.userId, creditLedger.day], where: sql`${creditLedger.reason} = 'daily'` })
    .returning({ id: creditLedger.id })
  return entered.length > 0
}
