/**
 * Daily quotas of language model tokens, by UTC day, for each user and for the whole installation. Tokens are estimated
 * from the text, because not every service reports what it counted.
 */
import { inArray } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { InstanceLimits } from './config.ts'
import type { Db } from './db/database.ts'
import { accountLimits } from './db/schema/index.ts'
import { takeFromRateLimit } from './rate-limit.ts'

export type TokenQuotas = Pick<InstanceLimits, 'modelTokensPerDay' | 'modelTokensPerPersonPerDay'>

/** Which quota is used up, or null. Answers already running when a quota is used up are completed. */
export async function findExhaustedQuota(
  db: Db,
  quotas: TokenQuotas,
  userId: string,
  now = new Date(),
): Promise<'user' | 'installation' | null> {
  const { modelTokensPerDay: total = Infinity, modelTokensPerPersonPerDay: perUser = Infinity } = quotas
  if (total === Infinity && perUser === Infinity) return null
  const rows = await db
    .select()
    .from(accountLimits)
    .where(inArray(accountLimits.key, [keyOf(now, userId), keyOf(now)]))
  const used = (key: string) => rows.find((row) => row.key === key)?.count ?? 0
  if (used(keyOf(now, userId)) >= perUser) return 'user'
  return used(keyOf(now)) >= total ? 'installation' : null
}

/** Does nothing when no quota is set. */
export async function recordTokenUse(
  db: Db,
  quotas: TokenQuotas,
  { userId, tokens }: { userId: string; tokens: number },
  now = new Date(),
) {
  if (quotas.modelTokensPerDay === undefined && quotas.modelTokensPerPersonPerDay === undefined) return
  for (const key of [keyOf(now, userId), keyOf(now)]) {
    await takeFromRateLimit(db, { key, count: Math.ceil(tokens), limit: Infinity, windowSeconds: DAY_SECONDS }, now)
  }
}

const DAY_SECONDS = 24 * 3600

/** The key contains the day, so quotas reset at midnight UTC and not 24 hours after the first token. */
const keyOf = (now: Date, userId = 'everybody') => `model-tokens ${utcDay(now)} ${userId}`
