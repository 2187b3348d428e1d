import { AppError } from '#shared/errors.ts'
import { planLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/tier.ts'
import { secondsToNextUtcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/platform/db/database.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { findExhaustedQuota, type TokenQuotas } from '#server/platform/token-quota.ts'
import type { Engine } from '#server/engines/engine.ts'

type Services = { db: Db; engine: Pick<Engine, 'kind'>; config: { limits: TokenQuotas } }

/**
 * The plan whose limits a question counts against. Those of a visitor of a published notebook are checked by
 * publishing.
 */
export type AskingTier = Tier | 'visitor'

/**
 * Counts a question against the user's limits. The built-in engine spends no tokens. Throws AppError
 * 'answer.too-fast', 'answer.tokens-spent' and 'answer.tokens-spent-here', each with the time to wait.
 */
export async function checkQuestionLimits(
  { db, engine, config }: Services,
  {
    userId,
    tier,
    spendsTokens = engine.kind !== 'built-in',
  }: { userId: string; tier: AskingTier; spendsTokens?: boolean },
  now = new Date(),
) {
  if (tier === 'visitor') return
  const { questionsPerMinute: limit } = planLimits[tier]
  const rateLimit = { key: `question ${userId}`, limit, windowSeconds: 60 }
  const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit, now)
  if (!allowed) throw new AppError('answer.too-fast', { n: limit, retryAfterSeconds })
  if (!spendsTokens) return
  const exhausted = await findExhaustedQuota(db, config.limits, userId, now)
  if (!exhausted) return
  const code = exhausted === 'user' ? 'answer.tokens-spent' : 'answer.tokens-spent-here'
  throw new AppError(code, { retryAfterSeconds: secondsToNextUtcDay(now) })
}
