/** The daily return of paid plans: once per person and UTC day, whoever looks first. */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { balanceAfter, isPaidTier, type Tier } from '#shared/plans.ts'
import { utcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { creditLedger, subscriptions, userSettings } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import { lockBalance, markReturned, writeBalance } from './change-balance.ts'

/**
 * Within `tx`: brings the balance back to its plan's credits when this day's return is due, and tells the person's
 * screens. Answers the balance after it; null when nothing was due.
 */
export async function returnDaily(tx: Db, userId: string, now = new Date()): Promise<number | null> {
  const day = utcDay(now)
  const [person] = await tx.select(returnFacts).from(userSettings).leftJoin(subscriptions, ofPerson).where(eq(userSettings.userId, userId))
  if (!person || !isReturnDue(person, day)) return null
  const before = await lockBalance(tx, userId)
  const after = balanceAfter('daily', before, person) ?? before
  if (!(await markReturned(tx, userId, day, after - before))) return null
  await writeBalance(tx, { userId, before, after, reason: 'daily' })
  await publish(tx, userId, { type: 'credits', credits_count: after })
  return after
}

const PEOPLE_AT_ONCE = 500

/** Brings back whoever's return is due on this day, of all people: for the jobs alone. Answers how many there were. */
export async function unsafeReturnAllDue(db: Db, { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {}): Promise<number> {
  const day = utcDay(now)
  let returned = 0
  for (let after = ''; !signal?.aborted; ) {
    const people = await db
      .select({ userId: userSettings.userId, ...returnFacts })
      .from(userSettings)
      .leftJoin(subscriptions, ofPerson)
      .where(and(ne(userSettings.tier, 'free'), gt(userSettings.userId, after)))
      .orderBy(asc(userSettings.userId))
      .limit(PEOPLE_AT_ONCE)
    for (const { userId } of people.filter((person) => isReturnDue(person, day))) {
      if (signal?.aborted) break
      const balance = await db.transaction((tx) => returnDaily(tx, userId, now))
      if (balance !== null) returned++
    }
    const last = people.at(-1)
    if (!last || people.length < PEOPLE_AT_ONCE) break
    after = last.userId
  }
  return returned
}

const ofPerson = eq(subscriptions.userId, userSettings.userId)

/** What decides whether a return is due: of `user_settings`, with `subscriptions` joined. */
export const returnFacts = {
  tier: userSettings.tier,
  subscription: subscriptions.status,
  returnedOn: sql<string | null>`(select max(${creditLedger.day})::text from ${creditLedger}
    where ${creditLedger.userId} = ${userSettings.userId} and ${creditLedger.reason} = 'daily')`.as('returned_on'),
}

type ReturnFacts = { tier: Tier; subscription: string | null; returnedOn: string | null }

/** A plan that was put in place by hand owes nothing, whatever became of a subscription to a smaller one. */
export const isReturnPaused = ({ tier, subscription }: Omit<ReturnFacts, 'returnedOn'>) => tier === 'pro' && subscription === 'past_due'

export function isReturnDue(facts: ReturnFacts, day: string): boolean {
  // Days written as 2026-03-31 stand in their order as text.
  return isPaidTier(facts.tier) && !isReturnPaused(facts) && (facts.returnedOn === null || facts.returnedOn < day)
}
