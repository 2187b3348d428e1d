/** Engine, embedder and reranker that follow the settings: an administrator may change them while the server runs. */
import type { Log } from '#server/platform/log.ts'
import { chooseEngine } from './choose-engine.ts'
import type { Engine } from './engine.ts'
import { createEmbedder, type Embedder, type EmbedderSettings } from './language-model/embedder.ts'
import type { LanguageModelSettings } from './language-model/language-model-engine.ts'
import { createReranker, type Reranker, type RerankerSettings } from './language-model/reranker.ts'

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
    get windows() {
      return current().windows
    },
    get models() {
      return current().models
    },
    get price() {
      return current().price
    },
    withModel: (model) => current().withModel(model),
    get passagesPerAnswer() {
      return current().passagesPerAnswer
    },
    get summaryConcurrency() {
      return current().summaryConcurrency
    },
    summarize: (page, signal) => current().summarize(page, signal),
    writeSearchQuery: (request) => current().writeSearchQuery(request),
    refuteConflicts: (conflicts, signal) => current().refuteConflicts(conflicts, signal),
    answer: (request) => current().answer(request),
  }
}

/** Returns a function that gives the current embedder, null without an embedding model. */
export function createReloadingEmbedder(settings: () => EmbedderSettings | undefined): () => Embedder | null {
  return memoiseLatest(settings, (latest) => (latest ? createEmbedder(latest) : null))
}

/** Returns a function that gives the current reranker, null without a reranking model. */
export function createReloadingReranker(settings: () => RerankerSettings | undefined): () => Reranker | null {
  return memoiseLatest(settings, (latest) => (latest ? createReranker(latest) : null))
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
