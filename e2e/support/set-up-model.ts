/** The first set-up of each provider, against its stand-in. */
import type { Page } from '@playwright/test'
import { expect } from '#e2e/test.ts'
import type { ModelProvider } from '#shared/models.ts'
import { presets } from '#shared/models.ts'
import { type ServerKind, startModelServer } from '#test/model-server.ts'

export type FirstSetUp = {
  name: string
  provider: ModelProvider
  kind: ServerKind
  path: string
  model: string
  key?: string
}

const key = 'a-key-from-the-provider'
export const firstSetUps: readonly FirstSetUp[] = [
  { name: 'ollama', provider: 'ollama', kind: 'ollama', path: '', model: 'llama3.2' },
  { name: 'lm-studio', provider: 'compatible', kind: 'lm-studio', path: '/v1', model: 'qwen3-8b' },
  { name: 'llama-cpp', provider: 'compatible', kind: 'llama.cpp', path: '/v1', model: 'gemma-3-4b' },
  { name: 'vllm', provider: 'compatible', kind: 'vllm', path: '/v1', model: 'Qwen/Qwen3-8B' },
  { name: 'openai', provider: 'openai', kind: 'openai', path: '/v1', model: 'gpt-5-mini', key },
  { name: 'anthropic', provider: 'anthropic', kind: 'anthropic', path: '/v1', model: 'claude-sonnet-4-5', key },
  { name: 'google', provider: 'google', kind: 'google', path: '/v1', model: 'gemini-2.5-flash', key },
  { name: 'mistral', provider: 'mistral', kind: 'mistral', path: '/v1', model: 'mistral-small-latest', key },
  { name: 'openrouter', provider: 'openrouter', kind: 'openrouter', path: '/v1', model: 'openai/gpt-5-mini', key },
  { name: 'azure', provider: 'azure', kind: 'azure', path: '/openai/v1', model: 'my-deployment', key },
]

/** Fills in the form on the settings screen, tests the model and uses it. `onFilled` is called before the form is sent. */
export async function setUpModel(page: Page, setUp: FirstSetUp, onFilled?: () => Promise<unknown>) {
  const server = await startModelServer(setUp.kind)
  try {
    server.models = new Set([setUp.model])
    server.key = setUp.key ?? null
    const answers = page.getByRole('region', { name: 'Answers and summaries' })
    await answers.getByRole('button', { name: 'Change' }).click()
    await answers.getByLabel('Provider').selectOption(presets[setUp.provider].name)
    await answers.getByLabel('Address').fill(server.url + setUp.path)
    if (setUp.key) await answers.getByLabel('API key', { exact: true }).fill(setUp.key)
    await answers.getByLabel('Model', { exact: true }).focus()
    await expect(answers.getByText('Type to search 1 model.')).toBeVisible()
    await answers.getByLabel('Model', { exact: true }).fill(setUp.model)
    await answers.getByRole('button', { name: 'Test' }).click()
    await expect(answers.getByText(`${setUp.model} answered in`)).toBeVisible()
    await onFilled?.()
    await answers.getByRole('button', { name: 'Use this model' }).click()
    await expect(answers.getByText(`${setUp.model} · ${presets[setUp.provider].name} at localhost`)).toBeVisible()
    await answers.getByRole('button', { name: 'Stop using' }).click()
    await expect(answers.getByText('Built-in engine: answers are quoted')).toBeVisible()
  } finally {
    await server.close()
  }
}
