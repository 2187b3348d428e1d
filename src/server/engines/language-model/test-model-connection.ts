import type { ErrorBody } from '#shared/error-body.ts'
import { errorBody } from '#shared/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { listModels } from '#server/engines/providers/list-models.ts'
import { createChatClient } from './chat-client.ts'
import type { LanguageModelSettings } from './language-model-engine.ts'
import { createEmbedder } from './embedder.ts'
import { createReranker } from './reranker.ts'
import { adviseOn, ServiceFailure, toServiceFailure } from './service-failure.ts'

export type ModelConnectionTest = {
  ok: boolean
  /** The result in one sentence, without the key. */
  words: string
  error: ErrorBody | null
  host: string
  requested_model: string
  model: string | null
  ms: number | null
  models: string[] | null
}

/**
 * An administrator waits for the result: long enough to load a local model, no long waits for an unavailable service.
 */
const TIMINGS = { responseTimeoutMs: 60_000, initialBackoffMs: 250, maxBackoffMs: 2_000 }
/** Enough for a reasoning model. */
const MAX_ANSWER_TOKENS = 200
const MAX_MODELS = 200

/** Lists the models of the service and sends one short question. Never rejects: a failure is a result. */
export async function testModelConnection(settings: LanguageModelSettings, log: Log): Promise<ModelConnectionTest> {
  const client = createChatClient(settings, log, TIMINGS)
  const models = await idsOf(settings)
  const service = { host: new URL(settings.baseUrl).host, requested_model: settings.model, models }
  const startedAt = performance.now()
  try {
    await client.complete({
      system: 'This is a connection test.',
      messages: [{ role: 'user', content: 'Answer with one word: ready.' }],
      temperature: 0,
      maxTokens: MAX_ANSWER_TOKENS,
    })
    const ms = Math.round(performance.now() - startedAt)
    const model = client.model()
    const fallbackNote = model === settings.model ? '' : ` The service does not know ${settings.model}.`
    return {
      ...service,
      ok: true,
      error: null,
      model,
      ms,
      words: `${model} answered in ${(ms / 1000).toFixed(1)} s.${fallbackNote}`,
    }
  } catch (error) {
    return { ...service, ...failed(error, settings) }
  }
}

/** Embeds one word. Never rejects. */
export const testEmbeddingModel = (settings: LanguageModelSettings) =>
  testOnce(settings, () => createEmbedder(settings, TIMINGS).embed(['ready']))

/** Scores two words. Never rejects. */
export const testRerankingModel = (settings: LanguageModelSettings) =>
  testOnce(settings, () => createReranker(settings).score('ready', ['ready', 'not yet'], TIMINGS.responseTimeoutMs))

async function testOnce(settings: LanguageModelSettings, send: () => Promise<unknown>): Promise<ModelConnectionTest> {
  const service = { host: new URL(settings.baseUrl).host, requested_model: settings.model, models: null }
  const startedAt = performance.now()
  try {
    await send()
    const ms = Math.round(performance.now() - startedAt)
    const words = `${settings.model} answered in ${(ms / 1000).toFixed(1)} s.`
    return { ...service, ok: true, error: null, model: settings.model, ms, words }
  } catch (error) {
    return { ...service, ...failed(error, settings) }
  }
}

function failed(error: unknown, settings: LanguageModelSettings) {
  const failure = error instanceof ServiceFailure ? error : toServiceFailure(error, settings.apiKey)
  const advice = adviseOn(failure, settings)
  return { ok: false, error: errorBody(advice), model: null, ms: null, words: String(advice.values['reason']) }
}

/** Null if the service has no list; not every service does. */
async function idsOf(settings: LanguageModelSettings): Promise<string[] | null> {
  const models = await listModels(settings).catch(() => null)
  return models?.map(({ id }) => id).slice(0, MAX_MODELS) ?? null
}
