/** Embeddings from any provider, with retries and timeouts. Error messages never contain the key. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ProviderSettings } from '#server/engines/providers/provider-settings.ts'
import { createEmbeddingModel } from '#server/engines/providers/embedding-model.ts'
import { isWorthRetry, ServiceFailure, toServiceFailure } from './service-failure.ts'

export type EmbedderSettings = ProviderSettings & { model: string }

export type Embedder = {
  model: string
  /**
   * Vectors of length 1 in the order of the texts, at most MAX_BATCH_SIZE of them. A text that is too long for the
   * model is truncated. Throws ServiceFailure, or the signal's reason if it is aborted.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /**
   * The vector of a question, without retries; null after `timeoutMs` or on failure. Then no question is sent for a
   * while, so that not every question waits for the timeout.
   */
  embedQuestion(text: string, timeoutMs: number): Promise<Float32Array | null>
}

export type EmbedderTimings = {
  /** For one batch. A local model may have to be loaded first. */
  responseTimeoutMs: number
  /** Before the first retry if the service does not name a delay; doubled for each further retry. */
  initialBackoffMs: number
  /** A batch that would have to wait longer fails. */
  maxBackoffMs: number
  /** No question is sent for this long after one failed. */
  questionCooldownMs: number
}

const DEFAULT_TIMINGS: EmbedderTimings = {
  responseTimeoutMs: 60_000,
  initialBackoffMs: 1_000,
  maxBackoffMs: 30_000,
  questionCooldownMs: 15_000,
}
/** Services accept 64 texts of passage length and more. With a larger batch, a failure only loses more. */
export const MAX_BATCH_SIZE = 64
/** Attempts of one batch while the service is unavailable. */
const MAX_ATTEMPTS = 5
/** Characters: a shorter text is not truncated further. */
const MIN_TRUNCATED_LENGTH = 200

const IndexedResponse = z.object({ data: z.array(z.object({ index: z.number().int() })) })

export function createEmbedder(settings: EmbedderSettings, timings: Partial<EmbedderTimings> = {}): Embedder {
  const { apiKey, model } = settings
  const { responseTimeoutMs, initialBackoffMs, maxBackoffMs, questionCooldownMs } = { ...DEFAULT_TIMINGS, ...timings }
  const service = createEmbeddingModel(settings, model)
  /** The service asked for a delay: no request is sent before this time. */
  let blockedUntil = 0
  let questionsBlockedUntil = 0

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return []
    try {
      return await requestWithRetries(texts, signal)
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.kind !== 'too-long') throw error
      const [text = '', ...others] = texts
      // Some services apply the limit to all texts of a request together.
      if (others.length > 0) {
        const half = Math.ceil(texts.length / 2)
        return [...(await embed(texts.slice(0, half), signal)), ...(await embed(texts.slice(half), signal))]
      }
      if (text.length <= MIN_TRUNCATED_LENGTH) throw error
      return embed([text.slice(0, text.length / 2)], signal)
    }
  }

  async function requestWithRetries(texts: readonly string[], signal: AbortSignal | undefined) {
    for (let attempt = 1; ; attempt++) {
      const delay = blockedUntil - Date.now()
      if (delay > 0) await sleep(delay, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
      try {
        return await request(texts, responseTimeoutMs, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof ServiceFailure) || (!isWorthRetry(error) && error.kind !== 'timeout')) throw error
        const backoff = error.retryAfterMs ?? initialBackoffMs * 2 ** (attempt - 1)
        if (attempt === MAX_ATTEMPTS || backoff > maxBackoffMs) throw error
        blockedUntil = Math.max(blockedUntil, Date.now() + backoff * (1 + Math.random() / 4))
      }
    }
  }

  async function request(texts: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<Float32Array[]> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      const { embeddings, response } = await (await service).doEmbed({ values: [...texts], abortSignal })
      return toVectors(embeddings, response?.body, texts.length)
    } catch (error) {
      signal?.throwIfAborted()
      throw timeout.aborted
        ? new ServiceFailure('timeout', 'The AI service timed out')
        : toServiceFailure(error, apiKey)
    }
  }

  return {
    model,
    embed,
    async embedQuestion(text, timeoutMs) {
      if (Date.now() < Math.max(questionsBlockedUntil, blockedUntil)) return null
      try {
        const [vector] = await request([text], timeoutMs)
        return vector ?? null
      } catch {
        questionsBlockedUntil = Date.now() + questionCooldownMs
        return null
      }
    },
  }
}

/** Orders the embeddings by the index in the response and normalizes them to length 1. */
function toVectors(embeddings: number[][], body: unknown, count: number): Float32Array[] {
  const indexed = IndexedResponse.safeParse(body)
  const vectors = new Array<Float32Array | undefined>(count)
  for (const [n, numbers] of embeddings.entries()) {
    vectors[indexed.data?.data[n]?.index ?? n] = toUnitLength(numbers)
  }
  const [first] = vectors
  const dimensions = first?.length ?? 0
  const valid = vectors.filter((vector) => vector !== undefined && vector.length === dimensions)
  if (dimensions === 0 || embeddings.length !== count || valid.length !== count || vectors.length !== count) {
    throw new ServiceFailure('other', 'The AI service sent a wrong number of vectors or vectors of different lengths')
  }
  return vectors.filter((vector) => vector !== undefined)
}

function toUnitLength(numbers: readonly number[]): Float32Array {
  let sumOfSquares = 0
  for (const number of numbers) sumOfSquares += number * number
  const length = Math.sqrt(sumOfSquares)
  if (!Number.isFinite(length)) throw new ServiceFailure('other', 'The AI service sent an invalid vector')
  return Float32Array.from(numbers, (number) => (length > 0 ? number / length : 0))
}
