/** The models that a service offers, with context window, size and price where the service reports them. */
import { z } from 'zod'
import type { ModelRole, OfferedModel } from '#shared/models.ts'
import { fetchWithoutRedirect, type ProviderSettings } from './provider-settings.ts'

const MAX_MODELS = 1_000
const LIST_TIMEOUT_MS = 15_000
/** One request for each model: only for as many as a person has installed. */
const MAX_SHOWN_MODELS = 30

export class ModelListFailure extends Error {
  /** The HTTP status of the response; undefined if there was no response. */
  readonly status: number | undefined
  constructor(status: number | undefined, message: string) {
    super(message)
    this.status = status
  }
}

/** Sorted by name. Throws ModelListFailure. */
export async function listModels(settings: ProviderSettings, timeoutMs = LIST_TIMEOUT_MS): Promise<OfferedModel[]> {
  const models = await readList(settings, AbortSignal.timeout(timeoutMs))
  return models.toSorted((a, b) => a.id.localeCompare(b.id)).slice(0, MAX_MODELS)
}

async function readList(settings: ProviderSettings, signal: AbortSignal): Promise<OfferedModel[]> {
  const { provider, baseUrl } = settings
  if (provider === 'ollama') return listOllamaModels(settings, signal)
  if (provider === 'google') {
    const { models } = await readJson(settings, `${baseUrl}/models?pageSize=1000`, GoogleModels, signal)
    return models.map(fromGoogle)
  }
  const query = provider === 'anthropic' ? '?limit=1000' : ''
  const { data } = await readJson(settings, `${baseUrl}/models${query}`, Models, signal)
  return data.map(fromModels)
}

const Id = z.string().min(1).max(200)
const Tokens = z.number().int().positive().nullish()
/** A price per token, as text. */
const Price = z.coerce.number().nonnegative().nullish()

/** The fields that OpenAI, Anthropic, Mistral, OpenRouter, vLLM, llama.cpp and LM Studio use. */
const Model = z.object({
  id: Id,
  type: z.string().nullish(),
  context_length: Tokens,
  max_context_length: Tokens,
  max_input_tokens: Tokens,
  max_model_len: Tokens,
  meta: z.object({ n_ctx: Tokens, n_ctx_train: Tokens, size: z.number().nullish() }).nullish(),
  pricing: z.object({ prompt: Price, completion: Price }).nullish(),
})
const Models = z.object({ data: z.array(Model) })

function fromModels(model: z.infer<typeof Model>): OfferedModel {
  const { id, type, meta, pricing } = model
  const contextTokens =
    model.max_model_len ??
    model.context_length ??
    model.max_context_length ??
    model.max_input_tokens ??
    meta?.n_ctx ??
    meta?.n_ctx_train
  const role = type === 'embeddings' ? 'embedding' : roleByName(id)
  const price = pricePerMillion(pricing?.prompt, pricing?.completion)
  return {
    id,
    ...(role && { role }),
    ...(contextTokens && { contextTokens }),
    ...(meta?.size && { bytes: meta.size }),
    ...(price && { price }),
  }
}

/** Null unless both prices per token are known. */
function pricePerMillion(prompt: z.infer<typeof Price>, completion: z.infer<typeof Price>) {
  if (typeof prompt !== 'number' || typeof completion !== 'number') return null
  return { input: prompt * 1e6, output: completion * 1e6 }
}

const GoogleModel = z.object({
  name: Id,
  inputTokenLimit: Tokens,
  supportedGenerationMethods: z.array(z.string()).default([]),
})
const GoogleModels = z.object({ models: z.array(GoogleModel) })

function fromGoogle({ name, inputTokenLimit, supportedGenerationMethods }: z.infer<typeof GoogleModel>): OfferedModel {
  const role = roleByMethods(supportedGenerationMethods)
  return {
    id: name.replace(/^models\//, ''),
    ...(role && { role }),
    ...(inputTokenLimit && { contextTokens: inputTokenLimit }),
  }
}

function roleByMethods(methods: readonly string[]): ModelRole | null {
  if (methods.includes('generateContent')) return 'chat'
  return methods.includes('embedContent') ? 'embedding' : null
}

/** Of a model in Ollama's cloud: prompts leave the machine. */
const RemoteHost = z.string().max(200).optional()
const OllamaModels = z.object({
  models: z.array(z.object({ name: Id, size: z.number().optional(), remote_host: RemoteHost })),
})
const OllamaModel = z.object({
  model_info: z.record(z.string(), z.unknown()).default({}),
  capabilities: z.array(z.string()).default([]),
})

async function listOllamaModels(settings: ProviderSettings, signal: AbortSignal): Promise<OfferedModel[]> {
  const { models } = await readJson(settings, `${settings.baseUrl}/api/tags`, OllamaModels, signal)
  return Promise.all(
    models.slice(0, MAX_SHOWN_MODELS).map(async ({ name, size, remote_host: remoteHost }) => {
      const details = await showOllamaModel(settings, name, signal).catch(() => null)
      return { id: name, ...(size !== undefined && { bytes: size }), ...(remoteHost && { remoteHost }), ...details }
    }),
  )
}

/** What Ollama knows about an installed model. Throws ModelListFailure, with status 404 if it is not installed. */
export async function showOllamaModel(settings: ProviderSettings, model: string, signal: AbortSignal) {
  const body = { method: 'POST', body: JSON.stringify({ model }) }
  const shown = await readJson(settings, `${settings.baseUrl}/api/show`, OllamaModel, signal, body)
  const [, context] = Object.entries(shown.model_info).find(([name]) => name.endsWith('.context_length')) ?? []
  const role: ModelRole | undefined = shown.capabilities.includes('embedding') ? 'embedding' : roleByName(model)
  return {
    role: role ?? ('chat' as const),
    ...(typeof context === 'number' && { contextTokens: context }),
  }
}

/** Most services list embedding and reranking models among the others. */
function roleByName(id: string): ModelRole | undefined {
  if (/rerank/i.test(id)) return 'reranking'
  return /embed|\bbge-|\be5-|minilm/i.test(id) ? 'embedding' : undefined
}

/** Reads and parses one response of a service. Throws ModelListFailure. */
export async function readJson<Schema extends z.ZodType>(
  settings: ProviderSettings,
  url: string,
  schema: Schema,
  signal: AbortSignal,
  request: { method?: string; body?: string } = {},
): Promise<z.infer<Schema>> {
  const response = await fetchWithoutRedirect(url, { ...request, headers: authorization(settings), signal }).catch(
    () => {
      throw new ModelListFailure(undefined, `Could not reach ${new URL(url).host}`)
    },
  )
  if (!response.ok) throw new ModelListFailure(response.status, `The AI service answered ${response.status}`)
  const parsed = schema.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new ModelListFailure(response.status, 'The AI service sent no list of models')
  return parsed.data
}

function authorization({ provider, apiKey }: ProviderSettings): Record<string, string> {
  if (provider === 'anthropic') return { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }
  if (!apiKey) return {}
  if (provider === 'google') return { 'x-goog-api-key': apiKey }
  return { authorization: `Bearer ${apiKey}`, ...(provider === 'azure' && { 'api-key': apiKey }) }
}
