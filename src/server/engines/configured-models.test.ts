import { expect, it } from 'vitest'
import { languageModelOf } from './configured-models.ts'

const openai = {
  baseUrl: undefined,
  apiKey: 'sk-1',
  model: 'gpt-4-turbo-preview',
  fallbackModel: undefined,
  embeddingModel: undefined,
  contextTokens: undefined,
  answerContextTokens: 12_000,
}
const stored = { values: () => ({}), model: () => undefined }

it.each([
  ['OpenAI', {}, 'gpt-4.1', false],
  ['another service', { baseUrl: 'http://localhost:11434/v1' }, 'gpt-4.1', true],
  ['another service, with a fallback chosen', { baseUrl: 'http://localhost:11434/v1', fallbackModel: 'x' }, 'x', false],
])(
  'chooses the fallback model for %s [configured-models-1]',
  (_name, settings, fallbackModel, fallbackMustBeListed) => {
    const configured = languageModelOf({ openai: { ...openai, ...settings } }, stored)
    expect(configured).toMatchObject({ fallbackModel, fallbackMustBeListed })
  },
)
