/** The models of the installation, as administrators see and change them. A key is never shown. */
import { AppError } from '#shared/errors.ts'
import {
  ModelChoice,
  type ModelRole,
  type ModelService,
  type ModelState,
  type ModelStates,
  presets,
} from '#shared/models.ts'
import type { Engine } from '#server/engines/engine.ts'
import { embeddingModelOf, rerankingModelOf, serviceOf } from '#server/engines/configured-models.ts'
import type { LanguageModelSettings } from '#server/engines/language-model/language-model-engine.ts'
import type { ProviderSettings } from '#server/engines/providers/provider-settings.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { masked } from './read-settings.ts'
import type { SettingsServices } from './read-settings.ts'
import { recordAction } from './record-action.ts'

export type ModelServices = SettingsServices & {
  engine: Pick<Engine, 'windows'>
  queue: Queue
  languageModel: () => LanguageModelSettings | undefined
}

export function readModels({ config, storedSettings, engine, languageModel }: ModelServices): ModelStates {
  const chat = languageModel()
  const embedding = embeddingModelOf(config, storedSettings)
  const reranking = rerankingModelOf(config, storedSettings)
  const stateOf = (role: ModelRole, settings: ModelSettings) =>
    presentModel(settings, storedSettings.model(role), role === 'chat' ? chat?.contextTokens : undefined)
  return {
    chat: chat ? stateOf('chat', chat) : null,
    embedding: embedding ? stateOf('embedding', embedding) : null,
    reranking: reranking ? stateOf('reranking', reranking) : null,
    windows: [...engine.windows],
  }
}

type ModelSettings = ProviderSettings & { model: string }

/** `choice` is what an administrator chose; without it, the model is that of the environment. */
function presentModel(
  { provider, baseUrl, model, apiKey }: ModelSettings,
  choice: ModelChoice | undefined,
  contextTokens: number | undefined,
): ModelState {
  return {
    source: choice ? 'stored' : 'environment',
    provider,
    address: baseUrl,
    model,
    key: apiKey ? masked(apiKey) : '',
    contextTokens: contextTokens ?? null,
    price: choice?.price ?? null,
    effort: choice?.effort ?? null,
    alternatives: choice?.alternatives ?? [],
  }
}

/** Throws 'settings.model-address' and 'settings.save-failed'. */
export async function chooseModel(
  services: ModelServices,
  { adminId, role, choice }: { adminId: string; role: ModelRole; choice: ModelChoice },
): Promise<ModelStates> {
  const { address, key } = completeService(services, choice)
  // OpenAI's key has its own setting.
  const isOpenAiKey = choice.provider === 'openai' && address === presets.openai.address
  const stored = ModelChoice.parse({ ...choice, address, key: isOpenAiKey ? '' : key })
  await save(services, {
    [nameOf(role)]: JSON.stringify(stored),
    ...(isOpenAiKey && choice.key !== '' && { openai_api_key: choice.key }),
  })
  // Vectors of different models can't be compared.
  if (role === 'embedding') await services.queue.send(services.db, 'embed-passages', {}, { singletonKey: 'all' })
  await recordChoice(services, { adminId, role, metadata: { provider: stored.provider, model: stored.model } })
  return readModels(services)
}

/** Returns to the model of the environment, or to none. Throws 'settings.save-failed'. */
export async function removeModel(
  services: ModelServices,
  { adminId, role }: { adminId: string; role: ModelRole },
): Promise<ModelStates> {
  await save(services, { [nameOf(role)]: null })
  await recordChoice(services, { adminId, role, metadata: { removed: true } })
  return readModels(services)
}

/**
 * Fills in the provider's address, and an empty key with the one in use at the same address: a key must never reach
 * another service. Throws 'settings.model-address'.
 */
export function completeService(
  { config, storedSettings, languageModel }: Pick<ModelServices, 'config' | 'storedSettings' | 'languageModel'>,
  { provider, address: given, key }: ModelService,
): ModelService {
  const address = given || presets[provider].address
  if (address === '' || isLinkLocal(address)) throw new AppError('settings.model-address', {}, { field: 'address' })
  const inUse = [languageModel(), embeddingModelOf(config, storedSettings), rerankingModelOf(config, storedSettings)]
  const sameService = inUse.find((each) => each?.baseUrl === address && each.apiKey)
  const knownKey = sameService?.apiKey ?? serviceOf(config, storedSettings, { provider, address, key: '' }).apiKey
  const mayUseKey = sameService !== undefined || address === presets[provider].address
  return { provider, address, key: key || (mayUseKey ? (knownKey ?? '') : '') }
}

/** Cloud machines give out credentials there. */
function isLinkLocal(address: string): boolean {
  return /^(169\.254\.|\[fe[89ab]|\[::ffff:a9fe:|metadata\.)/.test(new URL(address).hostname)
}

const nameOf = (role: ModelRole) => `model_${role}` as const

async function save({ db, storedSettings }: ModelServices, changes: Record<string, string | null>) {
  await db
    .transaction((tx) => storedSettings.save(tx, changes))
    .then(() => storedSettings.refresh())
    .catch((error: unknown) => {
      throw new AppError('settings.save-failed', {}, { cause: error })
    })
}

async function recordChoice(
  services: ModelServices,
  { adminId, role, metadata }: { adminId: string; role: ModelRole; metadata: Record<string, unknown> },
) {
  const target = { targetType: 'ai_service', targetId: role }
  await recordAction(services, { adminId, action: 'update_system_settings', ...target, metadata })
}
