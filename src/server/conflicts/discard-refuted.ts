/** Has a connected language model look at new conflicts. It may discard some; its words are never shown. */
import type { Engine } from '#server/engines/engine.ts'
import type { Db } from '#server/platform/db/database.ts'
import { findExhaustedQuota, recordTokenUse, type TokenQuotas } from '#server/platform/token-quota.ts'

/** Pairs in one call, and calls in one search: at most 40 KB of sentences. */
const MAX_PAIRS = 10
const MAX_CALLS = 10
/** Of all calls of one search. */
const TIMEOUT_MS = 20_000

export type RefuteServices = { db: Db; engine: Engine; config: { limits: TokenQuotas } }
type Candidate = { property: string; statements: { title: string; sentence: string }[] }

/**
 * The candidates that are no conflict. One call for the candidates of one property, in parts; the first failure ends
 * it. Empty without a language model, and when the user's tokens are used up.
 */
export async function findRefuted<Found extends Candidate>(
  { db, engine, config }: RefuteServices,
  userId: string,
  candidates: readonly Found[],
): Promise<Set<Found>> {
  const refuted = new Set<Found>()
  if (engine.kind === 'built-in' || candidates.length === 0) return refuted
  if (await findExhaustedQuota(db, config.limits, userId)) return refuted
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const parts = [...Map.groupBy(candidates, ({ property }) => property).values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_PAIRS) }, (_, n) =>
      group.slice(n * MAX_PAIRS, (n + 1) * MAX_PAIRS),
    ),
  )
  for (const part of parts.slice(0, MAX_CALLS)) {
    const { refuted: positions, tokens } = await engine.refuteConflicts(
      part.map(({ statements }) => statements),
      signal,
    )
    const use = { input: tokens, output: 0 }
    await recordTokenUse(db, config.limits, { userId, use, price: engine.price })
    if (positions === null) break
    for (const position of positions) {
      const found = part[position]
      if (found) refuted.add(found)
    }
  }
  return refuted
}
