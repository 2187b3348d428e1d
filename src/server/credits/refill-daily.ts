/** The daily refill of paid plans: once per user and UTC day, by the first request or job that finds it due. */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { balanceAfter, isPaidTier } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { creditLedger, subscriptions, userSettings } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { lockBalance, recordRefill, writeBalance } from './change-balance.ts'

/**
 * Within `tx`: raises the balance to the plan's credits if today's refill is due, and publishes the new balance.
 * Returns it, or null when no refill was due.
 */
export async function refillDaily(tx: Db, userId: string, now = new Date()): Promise<number | null> {
  const day = utcDay(now)
  const seen = await readRefillState(tx, userId)
  if (!seen || !isRefillDue(seen, day)) return null
  const before = await lockBalance(tx, userId)
  // A change of the plan holds the same lock, so the plan may have changed during the wait.
  const state = await readRefillState(tx, userId)
  if (!state || !isRefillDue(state, day)) return null
  const after = balanceAfter('daily', before, state) ?? before
  const isRecorded = await recordRefill(tx, userId, day, after - before)
  if (!isRecorded) return null
  await writeBalance(tx, { userId, before, after, reason: 'daily' })
  await publish(tx, userId, { type: 'credits', credits_count: after })
  return after
}

async function readRefillState(tx: Db, userId: string): Promise<RefillState | undefined> {
  const [state] = await tx
    .select(refillColumns)
    .from(userSettings)
    .leftJoin(subscriptions, isOwnSubscription)
    .where(eq(userSettings.userId, userId))
  return state
}

const BATCH_SIZE = 500

/** Refills the balances of all users for whom it is due. Only for jobs. Returns the number of refills. */
export async function unsafeRefillAllDue(
  db: Db,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  const day = utcDay(now)
  let refilled = 0
  let lastUserId = ''
  while (!signal?.aborted) {
    const batch = await db
      .select({ userId: userSettings.userId, ...refillColumns })
      .from(userSettings)
      .leftJoin(subscriptions, isOwnSubscription)
      .where(and(ne(userSettings.tier, 'free'), gt(userSettings.userId, lastUserId)))
      .orderBy(asc(userSettings.userId))
      .limit(BATCH_SIZE)
    const due = batch.filter((state) => isRefillDue(state, day))
    for (const { userId } of due) {
      if (signal?.aborted) break
      const balance = await db.transaction((tx) => refillDaily(tx, userId, now))
      if (balance !== null) refilled++
    }
    const last = batch.at(-1)
    if (!last || batch.length < BATCH_SIZE) break
    lastUserId = last.userId
  }
  return refilled
}

const isOwnSubscription = eq(subscriptions.userId, userSettings.userId)

/** The columns that decide whether a refill is due: of `user_settings` left-joined with `subscriptions`. */
export const refillColumns = {
  tier: userSettings.tier,
  subscription: subscriptions.status,
  refilledOn: sql<string | null>`(select max(${creditLedger.day})::text from ${creditLedger}
    where ${creditLedger.userId} = ${userSettings.userId} and ${creditLedger.reason} = 'daily')`.as('refilled_on'),
}

type RefillState = { tier: Tier; subscription: string | null; refilledOn: string | null }

/** An overdue payment pauses the refill. Only Pro is paid online: a larger plan was set by an administrator. */
export const isRefillPaused = ({ tier, subscription }: Omit<RefillState, 'refilledOn'>) =>
  tier === 'pro' && subscription === 'past_due'

/** `day` as 2026-03-31, a format in which days compare as text. */
export function isRefillDue(state: RefillState, day: string): boolean {
  if (!isPaidTier(state.tier) || isRefillPaused(state)) return false
  return state.refilledOn === null || state.refilledOn < day
}
