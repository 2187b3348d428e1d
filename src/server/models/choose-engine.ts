/** Which engine answers. */
import type { Engine } from './engine.ts'
import { createExtractiveEngine } from './extractive-engine.ts'

/** What the choice depends on, as settings and environment give it. */
export type EngineConfig = Readonly<Record<string, unknown>>

export function chooseEngine(_config: EngineConfig): Engine {
  return createExtractiveEngine()
}
