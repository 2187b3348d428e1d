/** One look at an AI service, for the person who set it up: which models it lists, and whether one of them answers. */
import { z } from 'zod'
import type { Log } from '#server/log.ts'
import { openAiService } from './ai-service.ts'
import type { LanguageModelSettings } from './language-model-engine.ts'
import { readFailure, ServiceFailure } from './service-failure.ts'

export type ServiceTrial = {
  ok: boolean
  /** What came of it, without the key. */
  words: string
  host: string
  model: string | null
  ms: number | null
  models: string[] | null
}

const LIST_TIMEOUT_MS = 15_000
/** Somebody is looking at a spinner: a model that has to be loaded first gets its time, a silent service does not. */
const PATIENCE = { wholeMs: 60_000, longestWaitMs: 2_000 }
/** Enough for a model that thinks before it speaks. */
const ANSWER_TOKENS = 200
const MODELS_SHOWN = 200

const ModelList = z.object({ data: z.array(z.object({ id: z.string().max(200) })) })

/** Never rejects: a failure is what was to be found out. */
export async function tryService(settings: LanguageModelSettings, log: Log): Promise<ServiceTrial> {
  const service = openAiService(settings, log, PATIENCE)
  const models = await listModels(settings)
  const told = { host: new URL(settings.baseUrl).host, models }
  const startedAt = performance.now()
  try {
    await service.complete({
      system: 'You are being asked whether you are there.',
      turns: [{ role: 'user', content: 'Answer with one word: ready.' }],
      temperature: 0,
      maxTokens: ANSWER_TOKENS,
    })
    const ms = Math.round(performance.now() - startedAt)
    const model = service.model()
    const instead = model === settings.model ? '' : ` The service does not know ${settings.model}.`
    return { ...told, ok: true, model, ms, words: `${model} answered in ${(ms / 1000).toFixed(1)} s.${instead}` }
  } catch (error) {
    const { message } = error instanceof ServiceFailure ? error : readFailure(error, settings.apiKey)
    return { ...told, ok: false, model: null, ms: null, words: `${message}.`.replace(/\.{2,}$/, '.') }
  }
}

/** Null when it lists none: not every service does, and the call that follows says what is wrong. */
async function listModels({ baseUrl, apiKey }: LanguageModelSettings): Promise<string[] | null> {
  try {
    const answer = await fetch(`${baseUrl}/models`, {
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      // The key goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
    })
    if (!answer.ok) return null
    const { data } = ModelList.parse(await answer.json())
    return data.map(({ id }) => id).toSorted().slice(0, MODELS_SHOWN)
  } catch {
    return null
  }
}
