/**
 * Which model answers and which parameters it supports, learned from the failures of its service: a model that rejects
 * `temperature` gets requests without it, and an unknown model is replaced by the fallback. Applies until the process
 * ends.
 */
import type { Log } from '#server/platform/log.ts'
import { listModels } from '#server/engines/providers/list-models.ts'
import type { ProviderSettings } from '#server/engines/providers/provider-settings.ts'
import type { ServiceFailure } from './service-failure.ts'

export type ModelChoice = {
  model: string
  /** Used when the service does not know the model. */
  fallbackModel: string | undefined
  /** A service that lists its models without the fallback is not asked for it. */
  fallbackMustBeListed?: boolean | undefined
}

/** Which request parameters a model supports. */
export type ParameterSupport = {
  tokenLimit: 'max_tokens' | 'max_completion_tokens' | 'none'
  temperature: boolean
  usage: boolean
  effort: boolean
}

type ModelAdapter = {
  /** The model in use: the configured one, or the fallback. */
  current(): string
  supportOf(model: string): ParameterSupport
  /** Changes model or parameters after a failure. Returns true if the request is worth sending again. */
  adaptTo(failure: ServiceFailure, requestedModel: string): Promise<boolean>
  /** A reasoning model may use the whole limit before its first word. Returns false if there was no limit. */
  dropTokenLimit(): boolean
}

const LIST_TIMEOUT_MS = 2_000

export function createModelAdapter(settings: ProviderSettings & ModelChoice, log: Log): ModelAdapter {
  const supports = new Map<string, ParameterSupport>()
  let model = settings.model
  let mayUseFallback = settings.fallbackModel !== undefined

  function supportOf(name: string): ParameterSupport {
    const known = supports.get(name)
    if (known) return known
    const support: ParameterSupport = { tokenLimit: 'max_tokens', temperature: true, usage: true, effort: true }
    supports.set(name, support)
    return support
  }

  async function adaptTo(failure: ServiceFailure, requestedModel: string): Promise<boolean> {
    // A concurrent request has already switched to the fallback model.
    if (requestedModel !== model) return true
    const support = supportOf(requestedModel)
    switch (failure.kind) {
      case 'model-not-found':
        return switchToFallback(requestedModel)
      case 'token-limit-unsupported':
        return replaceTokenLimit(support)
      case 'temperature-unsupported':
        return withdraw(support, 'temperature')
      case 'effort-unsupported':
        return withdraw(support, 'effort')
      case 'usage-unsupported':
        return withdraw(support, 'usage')
      default:
        return false
    }
  }

  /** Returns false if the service does not have the fallback model either: the configured one then stays in use. */
  async function switchToFallback(unknownModel: string): Promise<boolean> {
    const { fallbackModel, fallbackMustBeListed } = settings
    if (!fallbackModel || !mayUseFallback || unknownModel === fallbackModel) {
      mayUseFallback = false
      model = settings.model
      return false
    }
    const listed = fallbackMustBeListed ? await listModels(settings, LIST_TIMEOUT_MS).catch(() => []) : []
    if (listed.length > 0 && !listed.some(({ id }) => id === fallbackModel)) return false
    log.warn(`The AI service does not know the model ${unknownModel}; using ${fallbackModel}`)
    model = fallbackModel
    return true
  }

  function dropTokenLimit(): boolean {
    const support = supportOf(model)
    if (support.tokenLimit === 'none') return false
    support.tokenLimit = 'none'
    return true
  }

  return { current: () => model, supportOf, adaptTo, dropTokenLimit }
}

/** Tries the newer name of the parameter, then no limit. Returns false if there was none. */
function replaceTokenLimit(support: ParameterSupport): boolean {
  if (support.tokenLimit === 'none') return false
  support.tokenLimit = support.tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'none'
  return true
}

/** Returns false if the request was already without the parameter. */
function withdraw(support: ParameterSupport, parameter: 'temperature' | 'effort' | 'usage'): boolean {
  const wasSent = support[parameter]
  support[parameter] = false
  return wasSent
}
