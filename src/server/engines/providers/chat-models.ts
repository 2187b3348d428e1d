/** The chat models of each provider behind the AI SDK's interface, by the protocol that the provider speaks best. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createOllamaChat } from './ollama-chat.ts'
import { type ChatModel, compatibleService, fetchWithoutRedirect, type ProviderSettings } from './provider-settings.ts'

type ChatModelOptions = {
  /** Rewrites the body of a request to an OpenAI-compatible service. */
  transformBody: (body: Record<string, unknown>) => Record<string, unknown>
  /** The context window to load a model with, where the protocol sets it. */
  windowOf: (model: string) => number
}

/**
 * Returns a function that gives the model of a name. SDKs are imported on demand: most installations use none of them.
 */
export function createChatModels(
  settings: ProviderSettings,
  { transformBody, windowOf }: ChatModelOptions,
): (model: string) => Promise<ChatModel> {
  const { provider, baseUrl, apiKey = '' } = settings
  // An SDK without a key would read its own environment variable.
  const service = { baseURL: baseUrl, apiKey, fetch: fetchWithoutRedirect }
  if (provider === 'anthropic')
    return async (model) => (await import('@ai-sdk/anthropic')).createAnthropic(service)(model)
  if (provider === 'google') return async (model) => (await import('@ai-sdk/google')).createGoogle(service)(model)
  if (provider === 'mistral') return async (model) => (await import('@ai-sdk/mistral')).createMistral(service)(model)
  if (provider === 'ollama') return async (model) => createOllamaChat(settings, model, windowOf)
  const compatible = createOpenAICompatible({
    ...compatibleService(settings),
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: transformBody,
  })
  return async (model) => compatible.chatModel(model)
}
