/**
 * Tokens of the language model, counted by UTC day for each person and for everybody together. They are estimated from
 * the text, since not every service tells what it counted; so a limit is a brake on costs and no invoice.
 */
import { inArray } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { InstanceLimits } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { accountLimits } from '#server/db/schema/index.ts'
import { takeTurn } from './take-turn.ts'

export type TokenLimits = Pick<InstanceLimits, 'modelTokensPerDay' | 'modelTokensPerPersonPerDay'>

/** Whose share is spent; null: there is some left. What is under way when it ends is finished. */
export async function spentTokensOf(db: Db, limits: TokenLimits, userId: string, now = new Date()): Promise<'person' | 'everybody' | null> {
  const { modelTokensPerDay: ofAll = Infinity, modelTokensPerPersonPerDay: ofOne = Infinity } = limits
  if (ofAll === Infinity && ofOne === Infinity) return null
  const rows = await db
    .select()
    .from(accountLimits)
    .where(inArray(accountLimits.key, [keyOf(now, userId), keyOf(now)]))
  const spent = (key: string) => rows.find((row) => row.key === key)?.count ?? 0
  if (spent(keyOf(now, userId)) >= ofOne) return 'person'
  return spent(keyOf(now)) >= ofAll ? 'everybody' : null
}

/** Counts nothing while there is no limit. */
export async function countTokens(db: Db, limits: TokenLimits, { userId, tokens }: { userId: string; tokens: number }, now = new Date()) {
  if (limits.modelTokensPerDay === undefined && limits.modelTokensPerPersonPerDay === undefined) return
  for (const key of [keyOf(now, userId), keyOf(now)]) {
    await takeTurn(db, { key, count: Math.ceil(tokens), most: Infinity, windowSeconds: DAY_SECONDS }, now)
  }
}

const DAY_SECONDS = 24 * 3600

/** The day is part of the key: the share returns at midnight, whenever the first token was spent. */
const keyOf = (now: Date, userId = 'everybody') => `model-tokens ${utcDay(now)} ${userId}`
