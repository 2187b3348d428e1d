import type { Tier } from '#shared/tier.ts'
import { AppError } from '#shared/errors.ts'
import { checkQuestionLimits } from '#server/answering/check-question-limits.ts'
import { type Embedder, MAX_BATCH_SIZE } from '#server/engines/language-model/embedder.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { recordTokenUse } from '#server/platform/token-quota.ts'
import type { Services } from '#server/services.ts'

type Asked = { userId: string; tier: Tier; model: string; texts: string[] }

/**
 * One vector per text, from the embedding model of this server; the tokens, an estimate, count for the user. Throws
 * AppError 'model.no-embedding', 'model.embedding-failed', and what checkQuestionLimits throws.
 */
export async function embedTexts(services: Services, { userId, tier, model, texts }: Asked, signal: AbortSignal) {
  const { embedder, db, config } = services
  // Vectors of another model cannot be compared with those the client asks for.
  if (embedder?.model !== model) throw new AppError('model.no-embedding', { model }, { field: 'model' })
  await checkQuestionLimits(services, { userId, tier, spendsTokens: true })
  const vectors = await embedAll(embedder, texts, signal)
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0)
  await recordTokenUse(db, config.limits, { userId, use: { input: tokens, output: 0 }, price: null })
  return { vectors, tokens }
}

async function embedAll(embedder: Embedder, texts: string[], signal: AbortSignal): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  try {
    for (const batch of inBatches(texts, MAX_BATCH_SIZE)) vectors.push(...(await embedder.embed(batch, signal)))
  } catch (error) {
    throw new AppError('model.embedding-failed', {}, { cause: error })
  }
  return vectors
}
