/** Which engine answers: a language model when a service for it is configured, otherwise the built-in one. */
import type { Log } from '#server/log.ts'
import type { Engine } from './engine.ts'
import { createExtractiveEngine } from './extractive-engine.ts'
import { createLanguageModelEngine, type LanguageModelSettings } from './language-model-engine.ts'

export function chooseEngine(openai: LanguageModelSettings | undefined, log: Log): Engine {
  return openai ? createLanguageModelEngine(openai, log) : createExtractiveEngine()
}
