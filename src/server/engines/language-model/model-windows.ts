/**
 * The context windows of a service's models in tokens: what was configured, or the service reports, or the model's name
 * suggests, and less once the service has refused or cut a longer prompt. Applies until the process ends.
 */
import type { Log } from '#server/platform/log.ts'
import type { ProviderSettings } from '#server/engines/providers/provider-settings.ts'
import { readWindow } from '#server/engines/providers/read-window.ts'
import { contextWindowOf } from './context-window.ts'
import { createTruncationDetector } from './detect-truncation.ts'

/** The next assumed share of the window if the service refuses a prompt without naming its limit. */
const WINDOW_REDUCTION = 0.55

type ModelWindows = {
  windowOf(model: string): number
  /** True once the service has cut a prompt without an error. */
  isTruncating(): boolean
  /** Asks the service for the model's window, once for each model. */
  load(model: string): Promise<void>
  /** Lowers the model's window after the service refused a prompt that was fitted into `window`. */
  shrink(model: string, window: number, serviceLimit: number | undefined): void
  /** Compares the size of a prompt with what the service says that it read; lowers the window if the prompt was cut. */
  observePrompt(model: string, prompt: { estimated: number; reported: number }): void
}

export function createModelWindows(
  settings: ProviderSettings & { contextTokens?: number | undefined },
  log: Log,
): ModelWindows {
  /** Model name to the request for its window. */
  const requests = new Map<string, Promise<number | undefined>>()
  /** Model name to the window that the service reported. */
  const reportedWindows = new Map<string, number>()
  /** Model name to the window that its refused and cut prompts showed. */
  const learnedWindows = new Map<string, number>()
  const findTruncation = createTruncationDetector()
  let isTruncating = false

  return {
    windowOf(model) {
      const expected = settings.contextTokens ?? reportedWindows.get(model) ?? contextWindowOf(model)
      return Math.min(learnedWindows.get(model) ?? Infinity, expected)
    },

    isTruncating: () => isTruncating,

    async load(model) {
      if (settings.contextTokens) return
      const request = requests.get(model) ?? readWindow(settings, model)
      requests.set(model, request)
      const tokens = await request
      if (tokens) reportedWindows.set(model, tokens)
    },

    shrink(model, window, serviceLimit) {
      const smaller = Math.floor(Math.min(serviceLimit ?? Infinity, window * WINDOW_REDUCTION))
      log.warn(`${window} tokens exceed the context window of ${model}; trying ${smaller}`)
      learnedWindows.set(model, smaller)
    },

    observePrompt(model, { estimated, reported }) {
      const cutAt = findTruncation(model, { estimated, reported })
      if (cutAt === null) return
      isTruncating = true
      log.warn(`${model} read only ${cutAt} tokens of a prompt of about ${estimated}: it now gets shorter prompts`)
      learnedWindows.set(model, Math.min(cutAt, learnedWindows.get(model) ?? Infinity))
    },
  }
}
