/**
 * What language models read and wrote, by UTC day and user, and the daily quotas of tokens for each user and for the
 * whole installation.
 */
import { inArray, sql } from 'drizzle-orm'
import { utcDay } from '#shared/utc-day.ts'
import type { ModelPrice } from '#shared/models.ts'
import type { InstanceLimits } from './config.ts'
import type { Db } from './db/database.ts'
import { accountLimits, dailyUsage } from './db/schema/index.ts'
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

export type TokenUse = { input: number; output: number }

/** In US dollars; undefined without a price. */
export const costOf = ({ input, output }: TokenUse, price: ModelPrice | null): number | undefined =>
  price ? (input * price.input + output * price.output) / 1_000_000 : undefined

/**
 * A price that is unknown counts as no cost. Does not make the user active: summaries are written in the background.
 */
export async function recordTokenUse(
  db: Db,
  quotas: TokenQuotas,
  { userId, use, price }: { userId: string; use: TokenUse; price: ModelPrice | null },
  now = new Date(),
) {
  const [inputTokens, outputTokens] = [Math.ceil(use.input), Math.ceil(use.output)]
  await db
    .insert(dailyUsage)
    .values({
      userId,
      date: utcDay(now),
      lastSeenAt: new Date(0),
      inputTokens,
      outputTokens,
      cost: costOf(use, price) ?? 0,
    })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.date],
      set: {
        inputTokens: sql`${dailyUsage.inputTokens} + excluded.input_tokens`,
        outputTokens: sql`${dailyUsage.outputTokens} + excluded.output_tokens`,
        cost: sql`${dailyUsage.cost} + excluded.cost`,
      },
    })
  if (quotas.modelTokensPerDay === undefined && quotas.modelTokensPerPersonPerDay === undefined) return
  for (const key of [keyOf(now, userId), keyOf(now)]) {
    await takeFromRateLimit(
      db,
      { key, count: inputTokens + outputTokens, limit: Infinity, windowSeconds: DAY_SECONDS },
      now,
    )
  }
}

const DAY_SECONDS = 24 * 3600

/** The key contains the day, so quotas reset at midnight UTC and not 24 hours after the first token. */
const keyOf = (now: Date, userId = 'everybody') => `model-tokens ${utcDay(now)} ${userId}`
