/**
 * Vectors from the embedding model of an OpenAI-compatible service: texts that mean alike are near each other. A busy
 * service is waited for, a silent one given up, a text that is too long cut; the key is in no message.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { z } from 'zod'
import { readFailure, ServiceFailure } from './service-failure.ts'

export type EmbeddingSettings = { baseUrl: string; apiKey: string | undefined; model: string }

export type Embedder = {
  model: string
  /** Vectors of length 1 in the order of the texts, at most TEXTS_AT_ONCE of them. Throws ServiceFailure, and the signal's reason. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /**
   * A question's vector, asked once and not waited for longer than `withinMs`; null when it did not come. After that
   * the service is left alone for a while, so that not every question waits in vain.
   */
  embedQuestion(text: string, withinMs: number): Promise<Float32Array | null>
}

/** How long is waited, in milliseconds. */
export type EmbeddingPatience = {
  /** For one batch: a model on one's own machine may have to be loaded first. */
  wholeMs: number
  /** Between two tries when the service does not say how long; doubled each time. */
  backOffMs: number
  /** A longer wait than this is left to whoever asked. */
  longestWaitMs: number
  /** No question is sent for so long after one was not answered. */
  leftAloneMs: number
}

const PATIENCE: EmbeddingPatience = { wholeMs: 60_000, backOffMs: 1_000, longestWaitMs: 30_000, leftAloneMs: 15_000 }
/** Services take 64 texts of a passage's length and more; a larger batch only loses more when it fails. */
export const TEXTS_AT_ONCE = 64
/** Tries of one batch while the service is busy. */
const TRIES = 5
/** Shorter than this a text is not cut again. */
const SHORTEST_CUT = 200

const Indexed = z.object({ data: z.array(z.object({ index: z.number().int() })) })

export function createEmbedder(settings: EmbeddingSettings, patience: Partial<EmbeddingPatience> = {}): Embedder {
  const { baseUrl, apiKey, model } = settings
  const { wholeMs, backOffMs, longestWaitMs, leftAloneMs } = { ...PATIENCE, ...patience }
  const service = createOpenAICompatible({
    name: 'service',
    baseURL: baseUrl,
    ...(apiKey && { apiKey }),
    // A service that sends us elsewhere would get the pages there; the key goes nowhere else either.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  }).embeddingModel(model)
  /** When the service asked everybody to wait. */
  let pausedUntil = 0
  let questionsFrom = 0

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return []
    try {
      return await insist(texts, signal)
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.kind !== 'too-long') throw error
      const [text = '', ...others] = texts
      // Some services count all texts of a request together.
      if (others.length > 0) {
        const half = Math.ceil(texts.length / 2)
        return [...(await embed(texts.slice(0, half), signal)), ...(await embed(texts.slice(half), signal))]
      }
      if (text.length <= SHORTEST_CUT) throw error
      return embed([text.slice(0, text.length / 2)], signal)
    }
  }

  async function insist(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    for (let tries = 1; ; tries++) {
      const pause = pausedUntil - Date.now()
      if (pause > 0) await sleep(pause, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted())
      try {
        return await ask(texts, wholeMs, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof ServiceFailure) || (error.kind !== 'busy' && error.kind !== 'silent')) throw error
        const wait = error.retryAfterMs ?? backOffMs * 2 ** (tries - 1)
        if (tries === TRIES || wait > longestWaitMs) throw error
        pausedUntil = Math.max(pausedUntil, Date.now() + wait * (1 + Math.random() / 4))
      }
    }
  }

  async function ask(texts: readonly string[], withinMs: number, signal?: AbortSignal): Promise<Float32Array[]> {
    const silence = AbortSignal.timeout(withinMs)
    const abortSignal = signal ? AbortSignal.any([signal, silence]) : silence
    try {
      const { embeddings, response } = await service.doEmbed({ values: [...texts], abortSignal })
      return inOrder(embeddings, response?.body, texts.length)
    } catch (error) {
      signal?.throwIfAborted()
      throw silence.aborted ? new ServiceFailure('silent', 'The AI service fell silent') : readFailure(error, apiKey)
    }
  }

  return {
    model,
    embed,
    async embedQuestion(text, withinMs) {
      if (Date.now() < Math.max(questionsFrom, pausedUntil)) return null
      try {
        const [vector] = await ask([text], withinMs)
        return vector ?? null
      } catch {
        questionsFrom = Date.now() + leftAloneMs
        return null
      }
    },
  }
}

/** Each with the index that the service gave it, as vectors of length 1. */
function inOrder(embeddings: number[][], body: unknown, wanted: number): Float32Array[] {
  const indexed = Indexed.safeParse(body)
  const vectors = new Array<Float32Array | undefined>(wanted)
  for (const [n, numbers] of embeddings.entries()) {
    vectors[indexed.data?.data[n]?.index ?? n] = toUnitLength(numbers)
  }
  const [first] = vectors
  const size = first?.length ?? 0
  const whole = vectors.filter((vector) => vector !== undefined && vector.length === size)
  if (size === 0 || embeddings.length !== wanted || whole.length !== wanted || vectors.length !== wanted) {
    throw new ServiceFailure('other', 'The AI service sent other vectors than it was asked for')
  }
  return vectors.filter((vector) => vector !== undefined)
}

function toUnitLength(numbers: readonly number[]): Float32Array {
  let square = 0
  for (const number of numbers) square += number * number
  const length = Math.sqrt(square)
  if (!Number.isFinite(length)) throw new ServiceFailure('other', 'The AI service sent what is no vector')
  return Float32Array.from(numbers, (number) => (length > 0 ? number / length : 0))
}
