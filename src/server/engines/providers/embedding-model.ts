/** The embedding models of each provider behind the AI SDK's interface. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { compatibleService, fetchWithoutRedirect, type ProviderSettings } from './provider-settings.ts'

type CompatibleModel = ReturnType<ReturnType<typeof createOpenAICompatible>['embeddingModel']>
type EmbeddingModel = Pick<CompatibleModel, 'doEmbed'>

export async function createEmbeddingModel(settings: ProviderSettings, model: string): Promise<EmbeddingModel> {
  const { provider, baseUrl, apiKey = '' } = settings
  const service = { baseURL: baseUrl, apiKey, fetch: fetchWithoutRedirect }
  if (provider === 'google') return (await import('@ai-sdk/google')).createGoogle(service).embeddingModel(model)
  if (provider === 'mistral') return (await import('@ai-sdk/mistral')).createMistral(service).embeddingModel(model)
  // For embeddings, Ollama's compatible interface lacks nothing.
  const compatible = provider === 'ollama' ? { ...settings, baseUrl: `${baseUrl}/v1` } : settings
  return createOpenAICompatible(compatibleService(compatible)).embeddingModel(model)
}
