/**
 * An OpenAI-compatible service over the AI SDK. It asks the fallback model when the service does not know the first
 * one, leaves out what a model refuses, waits when the service is busy, and gives up on silence. What it learns about
 * a model it remembers for as long as the process lives.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { InvalidResponseDataError } from 'ai'
import type { Log } from '#server/log.ts'
import type { EngineTurn } from './engine.ts'
import { readFailure, ServiceFailure } from './service-failure.ts'
import { watchSilence } from './watch-silence.ts'

export type AiServiceSettings = {
  baseUrl: string
  apiKey: string | undefined
  model: string
  fallbackModel: string
}

/** How long is waited, in milliseconds. */
export type Patience = {
  /** For the first piece: a model on one's own machine may have to be loaded first. */
  firstMs: number
  /** For each further piece. */
  betweenMs: number
  /** For an answer that is not streamed. */
  wholeMs: number
  /** Between two tries when the service does not say how long; doubled each time. */
  backOffMs: number
  /** A longer wait than this is not waited. */
  longestWaitMs: number
}

const PATIENCE: Patience = {
  firstMs: 120_000,
  betweenMs: 45_000,
  wholeMs: 120_000,
  backOffMs: 1_000,
  longestWaitMs: 30_000,
}
/** Tries of one request while the service is busy. */
const TRIES = 4

export type ModelRequest = {
  system: string
  /** Oldest first; the last is the question. */
  turns: EngineTurn[]
  temperature: number
  maxTokens: number
  signal?: AbortSignal
}

export type AiService = {
  /** The model that answers, or will. */
  model(): string
  /** Pieces of the answer as they come. Throws ServiceFailure, and the signal's reason once it is aborted. */
  stream(request: ModelRequest): AsyncGenerator<string>
  /** The whole answer. Throws as `stream` does. */
  complete(request: ModelRequest): Promise<string>
}

/** What a model does not take. */
type Quirks = { limit: 'max_tokens' | 'max_completion_tokens' | 'none'; temperature: boolean }

export function openAiService(settings: AiServiceSettings, log: Log, patience: Partial<Patience> = {}): AiService {
  const { baseUrl, apiKey } = settings
  const { firstMs, betweenMs, wholeMs, backOffMs, longestWaitMs } = { ...PATIENCE, ...patience }
  const quirks = new Map<string, Quirks>()
  let model = settings.model
  /** When the service asked everybody to wait. */
  let pausedUntil = 0

  const provider = createOpenAICompatible({
    name: 'service',
    baseURL: baseUrl,
    ...(apiKey && { apiKey }),
    // A service that sends us elsewhere would get the pages there; the key goes nowhere else either.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
    transformRequestBody: (body) => withoutRefused(body, quirksOf(String(body['model']))),
  })

  function quirksOf(name: string): Quirks {
    const known = quirks.get(name) ?? { limit: 'max_tokens', temperature: true }
    quirks.set(name, known)
    return known
  }

  async function* stream(request: ModelRequest): AsyncGenerator<string> {
    const watch = watchSilence(request.signal)
    try {
      const answer = await insist(request, (chat, options) => {
        watch.within(firstMs)
        return chat.doStream({ ...options, abortSignal: watch.signal })
      }, watch.pause)
      let said = false
      let spent = false
      for await (const part of answer.stream) {
        if (part.type === 'reasoning-delta') watch.within(firstMs)
        if (part.type === 'error') throw !said && isWithoutChoice(part.error) ? nothingSaid() : readFailure(part.error, apiKey)
        if (part.type === 'finish' && part.finishReason.unified === 'content-filter') throw refused()
        if (part.type === 'finish') spent = part.finishReason.unified === 'length'
        if (part.type !== 'text-delta' || part.delta === '') continue
        watch.within(betweenMs)
        said ||= part.delta.trim() !== ''
        yield part.delta
      }
      if (said) return
      if (!spent || !givesUpLimit()) throw nothingSaid()
      watch.pause()
      yield* stream(request)
    } catch (error) {
      throw explain(error, request.signal, watch.signal)
    } finally {
      watch.end()
    }
  }

  async function complete(request: ModelRequest): Promise<string> {
    const watch = watchSilence(request.signal)
    try {
      const answer = await insist(request, (chat, options) => {
        watch.within(wholeMs)
        return chat.doGenerate({ ...options, abortSignal: watch.signal })
      }, watch.pause)
      if (answer.finishReason.unified === 'content-filter') throw refused()
      const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      if (text.trim() !== '') return text
      if (answer.finishReason.unified !== 'length' || !givesUpLimit()) throw nothingSaid()
      watch.pause()
      return await complete(request)
    } catch (error) {
      throw explain(isWithoutChoice(error) ? nothingSaid() : error, request.signal, watch.signal)
    } finally {
      watch.end()
    }
  }

  type Chat = ReturnType<typeof provider.chatModel>
  type Options = Omit<Parameters<Chat['doStream']>[0], 'abortSignal'>

  /** Asks until the service takes the request; how a model wants to be asked is learned on the way. */
  async function insist<Answer>(
    request: ModelRequest,
    ask: (chat: Chat, options: Options) => PromiseLike<Answer>,
    stopWatch: () => void,
  ): Promise<Answer> {
    for (let tries = 1; ; ) {
      await waitUntil(pausedUntil, request.signal)
      const asked = model
      try {
        return await ask(provider.chatModel(asked), optionsOf(request))
      } catch (error) {
        request.signal?.throwIfAborted()
        // Waiting for the next try is no silence.
        stopWatch()
        const failure = readFailure(error, apiKey)
        if (learn(asked, failure)) continue
        if (failure.kind !== 'busy' || tries === TRIES) throw error
        const wait = failure.retryAfterMs ?? backOffMs * 2 ** (tries - 1)
        if (wait > longestWaitMs) throw error
        // Whatever else wants to ask waits as well, a little apart.
        pausedUntil = Math.max(pausedUntil, Date.now() + wait * (1 + Math.random() / 4))
        tries++
      }
    }
  }

  /** True when asking again, in another way, may help. */
  function learn(asked: string, failure: ServiceFailure): boolean {
    // Another request may have learned it meanwhile.
    if (asked !== model) return true
    const known = quirksOf(asked)
    if (failure.kind === 'no-model' && asked !== settings.fallbackModel) {
      log.warn(`The AI service does not know the model ${asked}: ${settings.fallbackModel} is asked from now on`)
      model = settings.fallbackModel
      return true
    }
    if (failure.kind === 'refuses-limit' && known.limit !== 'none') {
      known.limit = known.limit === 'max_tokens' ? 'max_completion_tokens' : 'none'
      return true
    }
    if (failure.kind === 'refuses-temperature' && known.temperature) {
      known.temperature = false
      return true
    }
    return false
  }

  /** A model that thinks first may spend the whole limit on it and say nothing: then it is asked without, once. */
  function givesUpLimit(): boolean {
    const known = quirksOf(model)
    if (known.limit === 'none') return false
    known.limit = 'none'
    return true
  }

  function explain(error: unknown, asked: AbortSignal | undefined, watched: AbortSignal): unknown {
    if (asked?.aborted) return asked.reason
    if (watched.aborted) return new ServiceFailure('silent', 'The AI service fell silent')
    return readFailure(error, apiKey)
  }

  return { model: () => model, stream, complete }
}

function optionsOf({ system, turns, temperature, maxTokens }: ModelRequest) {
  return {
    temperature,
    maxOutputTokens: maxTokens,
    prompt: [
      { role: 'system' as const, content: system },
      ...turns.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    ],
  }
}

/** The request's body as JSON fields, without what the model refused before. */
function withoutRefused(body: Record<string, unknown>, { limit, temperature }: Quirks): Record<string, unknown> {
  const { max_tokens: most, temperature: warmth, ...rest } = body
  return {
    ...rest,
    ...(limit !== 'none' && { [limit]: most }),
    ...(temperature && { temperature: warmth }),
  }
}

/** No choice, or a stream that ended without one being finished. */
const isWithoutChoice = (error: unknown) => InvalidResponseDataError.isInstance(error)
const refused = () => new ServiceFailure('empty', 'The model refused to answer')
const nothingSaid = () => new ServiceFailure('empty', 'The AI service answered without any text')

async function waitUntil(time: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  const wait = time - Date.now()
  if (wait <= 0) return
  await sleep(wait, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
}
