/** A page's summary within the day's share of the language model; once that is used up the built-in engine writes it. */
import type { Db } from '#server/db/database.ts'
import { countTokens, spentTokensOf, type TokenLimits } from '#server/limits/model-tokens.ts'
import type { Engine, PageAnalysis } from '#server/models/engine.ts'
import { estimateTokens } from '#server/models/estimate-tokens.ts'
import { createExtractiveEngine } from '#server/models/extractive-engine.ts'
import { analysisQuestion } from '#server/models/prompts.ts'

type Services = { db: Db; engine: Engine; config: { limits: TokenLimits } }
type Page = { userId: string; title: string; content: string; language: string }

const builtIn = createExtractiveEngine()

/** `analysedBy` is the engine that wrote it. Rejects as the engine does. */
export async function summariseWithin(
  { db, engine, config: { limits } }: Services,
  page: Page,
  signal: AbortSignal,
): Promise<PageAnalysis & { analysedBy: string }> {
  const { userId } = page
  const isFree = engine.kind === 'built-in'
  const writes = !isFree && (await spentTokensOf(db, limits, userId)) ? builtIn : engine
  const analysis = await writes.summarise(page, signal)
  if (writes.kind === 'language-model') {
    const tokens = estimateTokens(analysisQuestion(page)) + estimateTokens(JSON.stringify(analysis))
    await countTokens(db, limits, { userId, tokens })
  }
  return { ...analysis, analysedBy: writes.name }
}
