/** Engine and embedder as the settings stand now: an administrator may store another key while the server runs. */
import type { Log } from '#server/log.ts'
import { chooseEngine } from './choose-engine.ts'
import { createEmbedder, type Embedder } from './embeddings.ts'
import type { Engine } from './engine.ts'
import type { LanguageModelSettings } from './language-model-engine.ts'

/** `settings` answers undefined while no service is set up. What an engine learned about a service is kept until they change. */
export function followingEngine(settings: () => LanguageModelSettings | undefined, log: Log): Engine {
  const current = keptWhileEqual(settings, (now) => chooseEngine(now, log))
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
    get pagesAtOnce() {
      return current().pagesAtOnce
    },
    summarise: (page, signal) => current().summarise(page, signal),
    answer: (request) => current().answer(request),
  }
}

/** The embedding `model` stays; the service and its key may change. */
export function followingEmbedder(model: string, settings: () => LanguageModelSettings | undefined): Embedder {
  const current = keptWhileEqual(settings, (now) => createEmbedder({ baseUrl: now?.baseUrl ?? '', apiKey: now?.apiKey, model }))
  return {
    model,
    embed: (texts, signal) => current().embed(texts, signal),
    embedQuestion: (text, withinMs) => current().embedQuestion(text, withinMs),
  }
}

/** What `make` made, for as long as what it was made of is the same. */
function keptWhileEqual<From, Made>(read: () => From, make: (from: From) => Made): () => Made {
  let kept: { key: string; made: Made } | undefined
  return () => {
    const from = read()
    const key = JSON.stringify(from) ?? ''
    if (kept?.key !== key) kept = { key, made: make(from) }
    return kept.made
  }
}
