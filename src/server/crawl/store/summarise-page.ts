import type { Db } from '#server/platform/db/database.ts'
import { recordTokenUse, findExhaustedQuota, type TokenQuotas } from '#server/platform/token-quota.ts'
import type { Engine, PageAnalysis } from '#server/engines/engine.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import { analysisQuestion } from '#server/engines/language-model/prompts.ts'

type Services = { db: Db; engine: Engine; config: { limits: TokenQuotas } }
type Page = { userId: string; title: string; content: string; language: string }

const builtIn = createExtractiveEngine()

/**
 * Summarises a page, and counts the tokens of a language model. Once a token quota is exhausted, the built-in engine
 * writes the summary. `analysedBy` is the name of the engine that did. Rejects when the engine does.
 */
export async function summarisePage(
  { db, engine, config: { limits } }: Services,
  page: Page,
  signal: AbortSignal,
): Promise<PageAnalysis & { analysedBy: string }> {
  const { userId } = page
  const isExhausted = engine.kind !== 'built-in' && (await findExhaustedQuota(db, limits, userId))
  const writer = isExhausted ? builtIn : engine
  const analysis = await writer.summarise(page, signal)
  if (writer.kind === 'language-model') {
    const tokens = estimateTokens(analysisQuestion(page)) + estimateTokens(JSON.stringify(analysis))
    await recordTokenUse(db, limits, { userId, tokens })
  }
  return { ...analysis, analysedBy: writer.name }
}
