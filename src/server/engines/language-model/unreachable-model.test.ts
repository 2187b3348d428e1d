import { expect, it } from 'vitest'
import { unreachableModelCode } from './unreachable-model.ts'

it.each(['localhost:11434', 'ollama', 'nas.local:8080', '10.0.0.5:11434', '[::1]:8080', 'gpu.internal'])(
  'advises to check the model server at %s',
  (host) => expect(unreachableModelCode(host)).toBe('model.unreachable'),
)

it.each(['api.openai.com', 'api.openai.com:443', 'acme.openai.azure.com'])(
  'advises to check the connection of this server for %s',
  (host) => expect(unreachableModelCode(host)).toBe('model.provider-unreachable'),
)
