/**
 * Chat completions from any provider, over the AI SDK, with retries and timeouts
 * (docs/decisions/018-the-language-model.md).
 */
import { cutToBytes } from '#server/platform/text/cut-to-bytes.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidResponseDataError, type JSONSchema7 } from 'ai'
import type { ModelEffort } from '#shared/models.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import type { Log } from '#server/platform/log.ts'
import { createChatModels } from '#server/engines/providers/chat-models.ts'
import type { ChatModel, ProviderSettings } from '#server/engines/providers/provider-settings.ts'
import { createModelAdapter, type ModelChoice, type ParameterSupport } from './adapt-to-model.ts'
import { DEFAULT_WINDOW } from './context-window.ts'
import { isWorthRetry, ServiceFailure, toServiceFailure } from './service-failure.ts'
import { type AnswerText, RESTART, stripReasoning, type Thought, withoutReasoning } from './strip-reasoning.ts'

export type ChatClientSettings = ProviderSettings & ModelChoice

export type ChatTimings = {
  /** Until the first token. A local model may have to be loaded first. */
  firstTokenTimeoutMs: number
  /** Between two parts of a stream. */
  idleTimeoutMs: number
  /** For a response that is not streamed. */
  responseTimeoutMs: number
  /** For the response to an optional request. */
  optionalTimeoutMs: number
  /** Before the first retry if the service does not name a delay; doubled for each further retry. */
  initialBackoffMs: number
  /** A request that would have to wait longer fails. */
  maxBackoffMs: number
}

const DEFAULT_TIMINGS: ChatTimings = {
  firstTokenTimeoutMs: 120_000,
  idleTimeoutMs: 45_000,
  responseTimeoutMs: 120_000,
  optionalTimeoutMs: 5_000,
  initialBackoffMs: 1_000,
  maxBackoffMs: 30_000,
}
/** Attempts of one request while the service is unavailable. */
const MAX_ATTEMPTS = 4

export type ChatRequest = {
  system: string
  /** Oldest first; the last one is the question. */
  messages: EngineMessage[]
  temperature: number
  maxTokens: number
  effort?: ModelEffort | undefined
  /** Asks for JSON of this schema; throws ServiceFailure 'format-unsupported' if the model cannot. */
  schema?: JSONSchema7 | undefined
  /** The caller can do without the response: it must arrive soon, and a failure is not worth a retry. */
  isOptional?: boolean
  signal?: AbortSignal
}

/** A service that ignores the token limit must not fill the memory. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * `truncated`: the text was cut, at the token limit or at MAX_ANSWER_BYTES. `promptTokens` is the size of the prompt
 * as the service counted it, if it did, and `completionTokens` that of the answer with its reasoning.
 */
export type StreamEnd = { truncated: boolean; promptTokens: number | undefined; completionTokens: number | undefined }

export type ChatClient = {
  /** The model in use: the configured one, or the fallback. */
  model(): string
  /**
   * Yields text and reasoning as they arrive, and returns how the text ended. Throws ServiceFailure, or the signal's
   * reason if it is aborted.
   */
  stream(request: ChatRequest): AsyncGenerator<AnswerText, StreamEnd>
  /** Resolves with the whole text, without reasoning. Throws as `stream` does. */
  complete(request: ChatRequest): Promise<string>
}

type ChatHooks = {
  /** The context window to load a model with, where the protocol sets it. */
  windowOf?: (model: string) => number
  /** Called when the service asks for a delay. */
  onBusy?: () => void
  /** Called after each response with the size of the prompt as the service counted it. */
  onRead?: (request: ChatRequest, promptTokens: number) => void
}

export function createChatClient(
  settings: ChatClientSettings,
  log: Log,
  timings: Partial<ChatTimings> = {},
  { windowOf = () => DEFAULT_WINDOW, onBusy, onRead }: ChatHooks = {},
): ChatClient {
  const models = createModelAdapter(settings, log)
  const service: ChatService = {
    apiKey: settings.apiKey,
    timings: { ...DEFAULT_TIMINGS, ...timings },
    models,
    chatModelOf: createChatModels(settings, {
      transformBody: (body) => removeUnsupported(body, models.supportOf(String(body['model']))),
      windowOf,
    }),
    onBusy,
    onRead,
    blockedUntil: 0,
  }
  return {
    model: models.current,
    stream: (request) => stream(service, request),
    complete: (request) => complete(service, request),
  }
}

/** What the requests of one client share. */
type ChatService = Pick<ChatHooks, 'onBusy' | 'onRead'> & {
  apiKey: string | undefined
  timings: ChatTimings
  models: ReturnType<typeof createModelAdapter>
  chatModelOf: ReturnType<typeof createChatModels>
  /** The service asked for a delay: no request is sent before this time. */
  blockedUntil: number
}

async function* stream(service: ChatService, request: ChatRequest): AsyncGenerator<AnswerText, StreamEnd> {
  const { timings, models, apiKey } = service
  const timeout = createIdleTimeout(request.signal)
  try {
    const response = await withRetries(service, request, timeout, (chat, options) => {
      timeout.restart(timings.firstTokenTimeoutMs)
      return chat.doStream({ ...options, abortSignal: timeout.signal })
    })
    const progress: StreamProgress = {
      hasText: false,
      reachedTokenLimit: false,
      promptTokens: undefined,
      completionTokens: undefined,
    }
    const deltas = readDeltas(response.stream, { service, request, timeout, progress })
    const isCut = yield* limitSize(stripReasoning(deltas), progress)
    const { hasText, reachedTokenLimit, promptTokens, completionTokens } = progress
    if (isCut || hasText) return { truncated: isCut || reachedTokenLimit, promptTokens, completionTokens }
    // The reasoning used up the limit.
    if (!reachedTokenLimit || !models.dropTokenLimit()) throw emptyResponse()
    timeout.pause()
    return yield* stream(service, request)
  } catch (error) {
    throw toReason(error, request.signal, timeout.signal, apiKey)
  } finally {
    timeout.close()
  }
}

/** What is known of a streamed response so far. */
type StreamProgress = {
  /** The answer has a word. Reasoning does not count. */
  hasText: boolean
  reachedTokenLimit: boolean
  promptTokens: number | undefined
  completionTokens: number | undefined
}

type ResponseStream = Awaited<ReturnType<ChatModel['doStream']>>['stream']

type StreamReading = {
  service: ChatService
  request: ChatRequest
  timeout: IdleTimeout
  progress: StreamProgress
}

/** Text and reasoning as they arrive. How the response ended is recorded in `progress`. */
async function* readDeltas(
  parts: ResponseStream,
  { service: { apiKey, timings, onRead }, request, timeout, progress }: StreamReading,
): AsyncGenerator<string | Thought> {
  for await (const part of parts) {
    switch (part.type) {
      case 'reasoning-delta':
        timeout.restart(timings.firstTokenTimeoutMs)
        if (part.delta !== '') yield { thought: part.delta }
        break
      case 'text-delta':
        if (part.delta === '') break
        timeout.restart(timings.idleTimeoutMs)
        yield part.delta
        break
      case 'error':
        if (!progress.hasText && isWithoutChoice(part.error)) throw emptyResponse()
        throw toServiceFailure(part.error, apiKey)
      case 'finish':
        if (part.finishReason.unified === 'content-filter') throw contentFiltered()
        progress.reachedTokenLimit = part.finishReason.unified === 'length'
        progress.promptTokens = part.usage.inputTokens.total
        if (progress.promptTokens !== undefined) onRead?.(request, progress.promptTokens)
        progress.completionTokens = part.usage.outputTokens.total
        break
    }
  }
}

/** Passes on MAX_ANSWER_BYTES of text and as much reasoning. Returns true if text was cut. */
async function* limitSize(
  texts: AsyncIterable<AnswerText>,
  progress: StreamProgress,
): AsyncGenerator<AnswerText, boolean> {
  let textLeft = MAX_ANSWER_BYTES
  let thoughtsLeft = MAX_ANSWER_BYTES
  for await (const text of texts) {
    if (text === RESTART) {
      progress.hasText = false
      textLeft = MAX_ANSWER_BYTES
      yield text
      continue
    }
    if (typeof text === 'object') {
      thoughtsLeft -= Buffer.byteLength(text.thought)
      if (thoughtsLeft >= 0) yield text
      continue
    }
    progress.hasText ||= text.trim() !== ''
    const size = Buffer.byteLength(text)
    if (size > textLeft) {
      yield cutToBytes(text, textLeft)
      return true
    }
    textLeft -= size
    yield text
  }
  return false
}

async function complete(service: ChatService, request: ChatRequest): Promise<string> {
  const { timings, models, onRead, apiKey } = service
  const timeout = createIdleTimeout(request.signal)
  try {
    const response = await withRetries(service, request, timeout, (chat, options) => {
      timeout.restart(request.isOptional ? timings.optionalTimeoutMs : timings.responseTimeoutMs)
      return chat.doGenerate({ ...options, abortSignal: timeout.signal })
    })
    const promptTokens = response.usage.inputTokens.total
    if (promptTokens !== undefined) onRead?.(request, promptTokens)
    if (response.finishReason.unified === 'content-filter') throw contentFiltered()
    const written = response.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    const text = withoutReasoning(written)
    if (text.trim() !== '') return text
    const isWorthUnlimited = response.finishReason.unified === 'length' && !request.isOptional
    if (!isWorthUnlimited || !models.dropTokenLimit()) throw emptyResponse()
    timeout.pause()
    return await complete(service, request)
  } catch (error) {
    throw toReason(isWithoutChoice(error) ? emptyResponse() : error, request.signal, timeout.signal, apiKey)
  } finally {
    timeout.close()
  }
}

type CallOptions = Omit<Parameters<ChatModel['doStream']>[0], 'abortSignal'>

/** Sends the request again after an adaptation to the model, and with backoff while the service is unavailable. */
async function withRetries<Response>(
  service: ChatService,
  request: ChatRequest,
  timeout: IdleTimeout,
  send: (chat: ChatModel, options: CallOptions) => PromiseLike<Response>,
): Promise<Response> {
  const { models, apiKey, chatModelOf, onBusy } = service
  for (let attempt = 1; ;) {
    await waitUntil(service.blockedUntil, request.signal)
    const requestedModel = models.current()
    try {
      return await send(await chatModelOf(requestedModel), toOptions(request, models.supportOf(requestedModel)))
    } catch (error) {
      request.signal?.throwIfAborted()
      // The wait before a retry must not count as idle time.
      timeout.pause()
      const failure = toServiceFailure(error, apiKey)
      if (await models.adaptTo(failure, requestedModel)) continue
      const delay = retryDelay(service, request, failure, attempt)
      if (delay === null) throw error
      onBusy?.()
      // Blocks all requests of this client. The jitter keeps them from resuming together.
      const jitter = 1 + Math.random() / 4
      service.blockedUntil = Math.max(service.blockedUntil, Date.now() + delay * jitter)
      attempt++
    }
  }
}

/** Milliseconds until the next attempt; null if there is none. */
function retryDelay(
  { timings: { initialBackoffMs, maxBackoffMs } }: ChatService,
  { isOptional }: ChatRequest,
  failure: ServiceFailure,
  attempt: number,
): number | null {
  if (!isWorthRetry(failure) || isOptional || attempt === MAX_ATTEMPTS) return null
  const delay = failure.retryAfterMs ?? initialBackoffMs * 2 ** (attempt - 1)
  return delay > maxBackoffMs ? null : delay
}

/** The reason of the caller's abort, or the failure of the service. */
function toReason(
  error: unknown,
  callerSignal: AbortSignal | undefined,
  timeoutSignal: AbortSignal,
  apiKey: string | undefined,
): unknown {
  if (callerSignal?.aborted) return callerSignal.reason
  if (timeoutSignal.aborted) return new ServiceFailure('timeout', 'The AI service timed out')
  return toServiceFailure(error, apiKey)
}

function toOptions(
  { system, messages, temperature, maxTokens, effort, schema }: ChatRequest,
  support: ParameterSupport,
) {
  return {
    ...(support.temperature && { temperature }),
    ...(schema && { responseFormat: { type: 'json' as const, schema, name: 'analysis' } }),
    ...(support.effort && effort && { reasoning: effort }),
    ...(support.tokenLimit !== 'none' && { maxOutputTokens: maxTokens }),
    prompt: [
      { role: 'system' as const, content: system },
      ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    ],
  }
}

function removeUnsupported(body: Record<string, unknown>, support: ParameterSupport): Record<string, unknown> {
  const { max_tokens: maxTokens, stream_options: usage, ...rest } = body
  return {
    ...rest,
    ...(support.tokenLimit !== 'none' && { [support.tokenLimit]: maxTokens }),
    ...(support.usage && usage !== undefined && { stream_options: usage }),
  }
}

/** The response has no choice, or the stream ended before one was finished. */
const isWithoutChoice = (error: unknown) => InvalidResponseDataError.isInstance(error)
const contentFiltered = () => new ServiceFailure('empty', 'The model refused to answer')
const emptyResponse = () => new ServiceFailure('empty', 'The AI service answered without any text')

async function waitUntil(time: number, signal: AbortSignal | undefined) {
  signal?.throwIfAborted()
  const delay = time - Date.now()
  if (delay <= 0) return
  await sleep(delay, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
}

type IdleTimeout = ReturnType<typeof createIdleTimeout>

/** `signal` is aborted with `parent`, or if the timeout passes before the next `restart` or `pause`. */
function createIdleTimeout(parent: AbortSignal | undefined) {
  const expired = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: parent ? AbortSignal.any([parent, expired.signal]) : expired.signal,
    restart(ms: number) {
      clearTimeout(timer)
      timer = setTimeout(() => expired.abort(), ms)
    },
    pause: () => clearTimeout(timer),
    /** Aborts the signal, so that the request is canceled if the consumer stops reading the stream. */
    close() {
      clearTimeout(timer)
      expired.abort()
    },
  }
}
