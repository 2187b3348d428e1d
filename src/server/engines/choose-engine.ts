import type { Log } from '#server/platform/log.ts'
import type { Engine } from './engine.ts'
import { createExtractiveEngine } from './built-in/extractive-engine.ts'
import { createLanguageModelEngine, type LanguageModelSettings } from './language-model/language-model-engine.ts'

/** The language model if a service is configured, otherwise the built-in engine. */
export function chooseEngine(openai: LanguageModelSettings | undefined, log: Log): Engine {
  return openai ? createLanguageModelEngine(openai, log) : createExtractiveEngine()
}
