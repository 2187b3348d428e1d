import { z } from 'zod'
import type { ErrorBody } from '#shared/error-body.ts'
import { errorBody } from '#shared/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { createChatClient } from './chat-client.ts'
import type { LanguageModelSettings } from './language-model-engine.ts'
import { ServiceFailure, toServiceFailure } from './service-failure.ts'

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

const LIST_TIMEOUT_MS = 15_000
/** An administrator waits for the result: long enough to load a local model, no long waits for an unavailable service. */
const TIMINGS = { responseTimeoutMs: 60_000, maxBackoffMs: 2_000 }
/** Enough for a reasoning model. */
const MAX_ANSWER_TOKENS = 200
const MAX_MODELS = 200

const ModelList = z.object({ data: z.array(z.object({ id: z.string().max(200) })) })

/** Lists the models of the service and sends one short question. Never rejects: a failure is a result. */
export async function testModelConnection(settings: LanguageModelSettings, log: Log): Promise<ModelConnectionTest> {
  const client = createChatClient(settings, log, TIMINGS)
  const models = await listModels(settings)
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
    const { message } = error instanceof ServiceFailure ? error : toServiceFailure(error, settings.apiKey)
    const words = `${message}.`.replace(/\.{2,}$/, '.')
    const failure = errorBody({ code: 'settings.ai-failed', values: { reason: words } })
    return { ...service, ok: false, error: failure, model: null, ms: null, words }
  }
}

/** Null if the service has no list; not every service does. */
async function listModels({ baseUrl, apiKey }: LanguageModelSettings): Promise<string[] | null> {
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      // A redirect would send the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
    })
    if (!response.ok) return null
    const { data } = ModelList.parse(await response.json())
    return data
      .map(({ id }) => id)
      .toSorted()
      .slice(0, MAX_MODELS)
  } catch {
    return null
  }
}
