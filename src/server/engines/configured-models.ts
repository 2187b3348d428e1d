/** Which models are in use: the ones that an administrator chose, else those of the environment. */
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { StoredSettings } from '#server/platform/stored-settings.ts'
import { type ModelChoice, type ModelProvider, presets, suits } from '#shared/models.ts'
import type { EmbedderSettings } from './language-model/embedder.ts'
import type { LanguageModelSettings } from './language-model/language-model-engine.ts'
import type { RerankerSettings } from './language-model/reranker.ts'
import type { ProviderSettings } from './providers/provider-settings.ts'
import { findLocalServers, usualAddresses } from './providers/find-local-servers.ts'

/** A current general model of OpenAI. */
const DEFAULT_FALLBACK_MODEL = 'gpt-4.1'

type Sources = Pick<Config, 'openai'>
type Stored = Pick<StoredSettings, 'values' | 'model'>

/** Undefined if no model is configured: the built-in engine answers. `found` is used without another. */
export function languageModelOf(
  { openai }: Sources,
  stored: Stored,
  found?: LanguageModelSettings,
): LanguageModelSettings | undefined {
  const { answerContextTokens } = openai
  const choice = stored.model('chat')
  if (choice) {
    const service = serviceOf({ openai }, stored, choice)
    const fallback = choice.provider === 'openai' ? fallbackAt(service.baseUrl, openai.fallbackModel) : NO_FALLBACK
    const { model, contextTokens, price, effort, alternatives } = choice
    const own = { model, contextTokens, price, effort, alternatives }
    return { ...service, ...own, ...fallback, answerContextTokens }
  }
  const service = environmentService({ openai }, stored)
  if (!service) return found
  const { model, contextTokens } = openai
  return { ...service, ...fallbackAt(service.baseUrl, openai.fallbackModel), model, contextTokens, answerContextTokens }
}

const NO_FALLBACK = { fallbackModel: undefined }

/** A configured fallback is used as it is. The default one is a model of OpenAI, which few other services have. */
const fallbackAt = (baseUrl: string, configured: string | undefined) => ({
  fallbackModel: configured ?? DEFAULT_FALLBACK_MODEL,
  fallbackMustBeListed: configured === undefined && baseUrl !== presets.openai.address,
})

/** Undefined without an embedding model: retrieval is lexical only. */
export function embeddingModelOf(config: Sources, stored: Stored): EmbedderSettings | undefined {
  const choice = stored.model('embedding')
  if (choice) return { ...serviceOf(config, stored, choice), model: choice.model }
  const { embeddingModel: model } = config.openai
  const service = environmentService(config, stored)
  return model && service ? { ...service, model } : undefined
}

/** Undefined without a reranking model: passages keep the order of the search. */
export function rerankingModelOf(config: Sources, stored: Stored): RerankerSettings | undefined {
  const choice = stored.model('reranking')
  return choice && { ...serviceOf(config, stored, choice), model: choice.model }
}

/** OpenAI's key has its own setting, which other versions stored too. */
export function serviceOf(
  { openai }: Sources,
  stored: Stored,
  { provider, address, key }: Pick<ModelChoice, 'provider' | 'address' | 'key'>,
): ProviderSettings {
  const isOpenAi = provider === 'openai'
  const environmentKey = openai.baseUrl ? undefined : openai.apiKey
  const openAiKey = isOpenAi ? (stored.values().openai_api_key ?? environmentKey) : undefined
  return { provider, baseUrl: address || presets[provider].address, apiKey: key || openAiKey }
}

/** A key alone means OpenAI, a base URL alone a service without keys; undefined without either. */
function environmentService({ openai }: Sources, stored: Stored): ProviderSettings | undefined {
  const apiKey = stored.values().openai_api_key ?? openai.apiKey
  if (!apiKey && !openai.baseUrl) return undefined
  const baseUrl = openai.baseUrl ?? presets.openai.address
  return { provider: providerAt(baseUrl), baseUrl, apiKey }
}

const providerAt = (baseUrl: string): ModelProvider => (baseUrl === presets.openai.address ? 'openai' : 'compatible')

export const localAddresses = async ({ localModelServers }: Pick<Config, 'localModelServers'>) =>
  localModelServers ?? (await usualAddresses())

/** For MODEL=auto. Undefined if no server on this machine has a chat model. */
export async function findLocalModel(
  config: Pick<Config, 'openai' | 'localModelServers'>,
  log: Log,
): Promise<LanguageModelSettings | undefined> {
  for (const { name, provider, address, models } of await findLocalServers(await localAddresses(config))) {
    const model = models.find(suits('chat'))
    if (!model) continue
    log.info(`MODEL=auto: ${model.id} of ${name} at ${address} answers`)
    const { contextTokens, answerContextTokens } = config.openai
    const service = { provider, baseUrl: address, apiKey: undefined }
    return { ...service, ...NO_FALLBACK, model: model.id, contextTokens, answerContextTokens }
  }
  log.warn('MODEL=auto: found no model server on this machine, so the built-in engine answers')
  return undefined
}
