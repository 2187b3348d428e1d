/** Which engine answers: the built-in one, until a language model joins it behind the same interface. */
import type { Engine } from './engine.ts'
import { createExtractiveEngine } from './extractive-engine.ts'

export function chooseEngine(): Engine {
  return createExtractiveEngine()
}
