/** What an administrator can find out before choosing a model: servers on this machine, offered models, a test. */
import { AppError, errorBody } from '#shared/errors.ts'
import type { LocalServer, ModelChoice, ModelList, ModelPull, ModelRole, ModelService } from '#shared/models.ts'
import { unreachableModelCode } from '#server/engines/language-model/unreachable-model.ts'
import type { AiTest } from '#shared/settings.ts'
import type { Config } from '#server/platform/config.ts'
import { localAddresses } from '#server/engines/configured-models.ts'
import {
  testEmbeddingModel,
  testModelConnection,
  testRerankingModel,
} from '#server/engines/language-model/test-model-connection.ts'
import { findLocalServers } from '#server/engines/providers/find-local-servers.ts'
import { listModels, ModelListFailure } from '#server/engines/providers/list-models.ts'
import { pullModel } from '#server/engines/providers/pull-model.ts'
import { completeService, type ModelServices } from './choose-model.ts'
import { recordAction } from './record-action.ts'

export async function searchThisMachine(services: {
  config: Pick<Config, 'localModelServers'>
}): Promise<LocalServer[]> {
  return findLocalServers(await localAddresses(services.config))
}

/** A service without a list is a result. Throws as `completeService` does. */
export async function offerModels(services: ModelServices, service: ModelService): Promise<ModelList> {
  const { provider, address, key } = completeService(services, service)
  try {
    const models = await listModels({ provider, baseUrl: address, apiKey: key || undefined })
    return { models, error: null }
  } catch (error) {
    const status = error instanceof ModelListFailure ? error.status : undefined
    return { models: [], error: errorBody(reasonOf(status, new URL(address).host)) }
  }
}

function reasonOf(status: number | undefined, host: string) {
  if (status === undefined) return { code: unreachableModelCode(host), values: { host } }
  if (status === 401 || status === 403) return { code: 'model.key-refused' as const, values: { host } }
  return { code: 'model.no-list' as const, values: { host } }
}

const tests = { chat: testModelConnection, embedding: testEmbeddingModel, reranking: testRerankingModel }

/** Sends one real request. A failure is a result. Throws as `completeService` does. */
export async function testModel(
  services: ModelServices,
  { adminId, role, choice }: { adminId: string; role: ModelRole; choice: ModelChoice },
): Promise<AiTest> {
  const { provider, address, key } = completeService(services, choice)
  const settings = {
    provider,
    baseUrl: address,
    apiKey: key || undefined,
    model: choice.model,
    fallbackModel: undefined,
  }
  const result = await tests[role](settings, services.log)
  const { ok, model } = result
  const metadata = { ok, model }
  await recordAction(services, { adminId, action: 'test_ai_connection', targetType: 'ai_service', metadata })
  return result
}

/** Throws 'settings.model-address' and 'model.pull-failed'. */
export async function* pullLocalModel(services: ModelServices, { address, model }: ModelPull, signal: AbortSignal) {
  const service = completeService(services, { provider: 'ollama', address, key: '' })
  try {
    yield* pullModel(service.address, model, signal)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new AppError('model.pull-failed', { model, reason }, { cause: error })
  }
}
