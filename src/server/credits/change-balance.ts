/** Changes of a balance other than charges: under the balance's row lock, with a ledger entry for the difference. */
import { and, eq, gte, sql } from 'drizzle-orm'
import { balanceAfter, isPaidTier, type Occasion, occasions } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { LedgerReason } from '#shared/usage.ts'
import type { Db } from '#server/platform/db/database.ts'
import { creditLedger, userCredits, users } from '#server/platform/db/schema/index.ts'

type Change = {
  userId: string
  occasion: Occasion
  /** The plan after the occasion. */
  tier: Tier
  /** The balance that an operator set. */
  set?: number
  now?: Date
}

/** Occasions that set the balance for the rest of the UTC day: no refill follows on that day. */
const REPLACES_REFILL: Occasion[] = ['account', 'upgrade', 'operator']

/**
 * Within `tx`: applies the rule of the table `occasions` and returns the balance before and after. Creates a balance if
 * the account has none. The row stays locked until `tx` ends, so concurrent charges wait.
 */
export async function changeBalance(tx: Db, { userId, occasion, tier, set, now = new Date() }: Change) {
  const { reason } = occasions[occasion]
  const before = await lockBalance(tx, userId)
  const after = balanceAfter(occasion, before, set === undefined ? { tier } : { tier, set }) ?? before
  if (reason) await writeBalance(tx, { userId, before, after, reason })
  if (isPaidTier(tier) && REPLACES_REFILL.includes(occasion)) await recordRefill(tx, userId, utcDay(now), 0)
  return { before, after }
}

/** Locks and returns the balance. Locks the account first, in the same order as its deletion, to avoid a deadlock. */
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

/** Requires the lock of `lockBalance`. */
export async function writeBalance(
  tx: Db,
  { userId, before, after, reason }: { userId: string; before: number; after: number; reason: LedgerReason },
) {
  if (before === after) return
  await tx.update(userCredits).set({ creditsCount: after, updatedAt: new Date() }).where(eq(userCredits.userId, userId))
  if (reason !== 'daily') await tx.insert(creditLedger).values({ userId, amount: after - before, reason })
}

/**
 * Records a daily refill of `amount` credits, which may be 0. Returns false when this day or a later one has a refill
 * already; a later one exists after the clock was set back.
 */
export async function recordRefill(tx: Db, userId: string, day: string, amount: number): Promise<boolean> {
  const isRecorded = and(eq(creditLedger.userId, userId), eq(creditLedger.reason, 'daily'), gte(creditLedger.day, day))
  const [recorded] = await tx.select({ id: creditLedger.id }).from(creditLedger).where(isRecorded).limit(1)
  if (recorded) return false
  const inserted = await tx
    .insert(creditLedger)
    .values({ userId, amount, reason: 'daily', day })
    .onConflictDoNothing({
      target: [creditLedger.userId, creditLedger.day],
      where: sql`${creditLedger.reason} = 'daily'`,
    })
    .returning({ id: creditLedger.id })
  return inserted.length > 0
}
