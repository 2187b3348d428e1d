/** The context window that a service reports for a model. */
import { z } from 'zod'
import type { ProviderSettings } from './provider-settings.ts'
import { listModels, readJson, showOllamaModel } from './list-models.ts'

const READ_TIMEOUT_MS = 2_000
/** Memory grows with the window, so a model that could read more is loaded with this much. */
const OLLAMA_WINDOW = 8_192

/** Undefined if the service does not report it. Never rejects. */
export async function readWindow(settings: ProviderSettings, model: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const none = () => undefined
  if (settings.provider === 'ollama') {
    const [loaded, shown] = await Promise.all([
      loadedInOllama(settings, model, signal).catch(none),
      showOllamaModel(settings, model, signal).catch(none),
    ])
    return Math.min(shown?.contextTokens ?? Infinity, Math.max(loaded ?? 0, OLLAMA_WINDOW))
  }
  if (settings.provider === 'openai' || settings.provider === 'azure') return undefined
  const { origin } = new URL(settings.baseUrl)
  const listed = async () => {
    const models = await listModels(settings, READ_TIMEOUT_MS)
    return models.find(({ id }) => id === model)?.contextTokens
  }
  // The servers of one machine say how a model is loaded, which is less than what it could read.
  const loaded =
    settings.provider === 'compatible'
      ? [
          loadedInLmStudio({ ...settings, baseUrl: origin }, model, signal),
          loadedInOllama({ ...settings, baseUrl: origin }, model, signal),
          loadedInLlamaCpp({ ...settings, baseUrl: origin }, signal),
        ]
      : []
  const reported = await Promise.all([...loaded, listed()].map((each) => each.catch(none)))
  return reported.find((tokens) => tokens !== undefined)
}

const CLOUD_PARALLELISM = 4

/**
 * How many requests a service answers at a time: one for a local model, as many as llama.cpp has slots. Never rejects.
 */
export async function readParallelism(settings: ProviderSettings): Promise<number> {
  if (settings.provider === 'ollama') return 1
  if (settings.provider !== 'compatible') return CLOUD_PARALLELISM
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const { origin } = new URL(settings.baseUrl)
  const none = () => undefined
  const [llamaCpp, lmStudio, ollama] = await Promise.all([
    readJson(settings, `${origin}/props`, LlamaCppProps, signal).catch(none),
    readJson(settings, `${origin}/api/v0/models`, LmStudioModels, signal).catch(none),
    readJson(settings, `${origin}/api/ps`, OllamaRunning, signal).catch(none),
  ])
  if (llamaCpp) return Math.min(CLOUD_PARALLELISM, llamaCpp.total_slots ?? 1)
  return lmStudio || ollama ? 1 : CLOUD_PARALLELISM
}

const Tokens = z.number().int().positive()

const OllamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), model: z.string().optional(), context_length: Tokens.optional() })),
})
async function loadedInOllama(settings: ProviderSettings, model: string, signal: AbortSignal) {
  const { models } = await readJson(settings, `${settings.baseUrl}/api/ps`, OllamaRunning, signal)
  const names = [model, `${model}:latest`]
  return models.find((each) => names.includes(each.name) || names.includes(each.model ?? ''))?.context_length
}

const LmStudioModels = z.object({
  data: z.array(z.object({ id: z.string(), loaded_context_length: Tokens.optional() })),
})
async function loadedInLmStudio(settings: ProviderSettings, model: string, signal: AbortSignal) {
  const { data } = await readJson(settings, `${settings.baseUrl}/api/v0/models`, LmStudioModels, signal)
  return data.find(({ id }) => id === model)?.loaded_context_length
}

const LlamaCppProps = z.object({
  default_generation_settings: z.object({ n_ctx: Tokens }),
  total_slots: Tokens.optional(),
})
async function loadedInLlamaCpp(settings: ProviderSettings, signal: AbortSignal) {
  const props = await readJson(settings, `${settings.baseUrl}/props`, LlamaCppProps, signal)
  return props.default_generation_settings.n_ctx
}
