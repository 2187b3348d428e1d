/** How to reach a provider, and what all of its requests have in common. */
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelProvider } from '#shared/models.ts'

export type ProviderSettings = { provider: ModelProvider; baseUrl: string; apiKey: string | undefined }

type CompatibleModel = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>
export type ChatModel = Pick<CompatibleModel, 'doStream' | 'doGenerate'>

export const compatibleService = ({ provider, baseUrl, apiKey }: ProviderSettings) => ({
  name: 'service',
  baseURL: baseUrl,
  ...(apiKey && { apiKey, ...(provider === 'azure' && { headers: { 'api-key': apiKey } }) }),
  fetch: fetchWithoutRedirect,
})

/** A redirect would send the pages and the key to another host. */
export const fetchWithoutRedirect: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
