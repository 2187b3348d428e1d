/** Whether somebody may ask one more question now, before anything is looked up for it. */
import { AppError } from '#shared/errors.ts'
import { personLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/plans.ts'
import { nextUtcDay } from '#shared/utc-day.ts'
import type { Db } from '#server/db/database.ts'
import { spentTokensOf, type TokenLimits } from '#server/limits/model-tokens.ts'
import { takeTurn } from '#server/limits/take-turn.ts'
import type { Engine } from '#server/models/engine.ts'

type Services = { db: Db; engine: Pick<Engine, 'kind'>; config: { limits: TokenLimits } }

/** Throws AppError 'answer.too-fast', 'answer.tokens-spent' and 'answer.tokens-spent-here', each with the time to wait. */
export async function admitQuestion({ db, engine, config }: Services, { userId, tier }: { userId: string; tier: Tier }, now = new Date()) {
  const { questionsPerMinute: most } = personLimits[tier]
  const turn = await takeTurn(db, { key: `question ${userId}`, most, windowSeconds: 60 }, now)
  if (!turn.allowed) throw new AppError('answer.too-fast', { n: most, retryAfterSeconds: turn.retryAfterSeconds })
  // The built-in engine costs nobody anything.
  if (engine.kind === 'built-in') return
  const whose = await spentTokensOf(db, config.limits, userId, now)
  if (!whose) return
  const retryAfterSeconds = Math.ceil((nextUtcDay(now).getTime() - now.getTime()) / 1000)
  throw new AppError(whose === 'person' ? 'answer.tokens-spent' : 'answer.tokens-spent-here', { retryAfterSeconds })
}
