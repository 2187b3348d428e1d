/** Engine and embedder that follow the settings: an administrator may change them while the server runs. */
import type { Log } from '#server/platform/log.ts'
import { chooseEngine } from './choose-engine.ts'
import type { Engine } from './engine.ts'
import { createEmbedder, type Embedder } from './language-model/embedder.ts'
import type { LanguageModelSettings } from './language-model/language-model-engine.ts'

/** `settings` returns undefined if no service is configured. State such as the model in use resets only on a change. */
export function createReloadingEngine(settings: () => LanguageModelSettings | undefined, log: Log): Engine {
  const current = memoiseLatest(settings, (latest) => chooseEngine(latest, log))
  return {
    get kind() {
      return current().kind
    },
    get name() {
      return current().name
    },
    get host() {
      return current().host
    },
    get passagesPerAnswer() {
      return current().passagesPerAnswer
    },
    get summaryConcurrency() {
      return current().summaryConcurrency
    },
    summarise: (page, signal) => current().summarise(page, signal),
    writeSearchQuery: (request) => current().writeSearchQuery(request),
    answer: (request) => current().answer(request),
  }
}

/** The embedding `model` is fixed; the service and its key may change. */
export function createReloadingEmbedder(model: string, settings: () => LanguageModelSettings | undefined): Embedder {
  const current = memoiseLatest(settings, (latest) =>
    createEmbedder({ baseUrl: latest?.baseUrl ?? '', apiKey: latest?.apiKey, model }),
  )
  return {
    model,
    embed: (texts, signal) => current().embed(texts, signal),
    embedQuestion: (text, timeoutMs) => current().embedQuestion(text, timeoutMs),
  }
}

/** Creates a value again only when its input has changed. */
function memoiseLatest<Input, Value>(read: () => Input, create: (input: Input) => Value): () => Value {
  let latest: { key: string; value: Value } | undefined
  return () => {
    const input = read()
    const key = JSON.stringify(input) ?? ''
    if (latest?.key !== key) latest = { key, value: create(input) }
    return latest.value
  }
}
