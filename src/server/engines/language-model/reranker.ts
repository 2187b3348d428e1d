/**
 * Reranking through POST {address}/rerank, as llama.cpp, vLLM, Jina and Cohere offer it: a model reads the question and
 * each passage together. Error messages never contain the key.
 */
import { APICallError } from 'ai'
import { z } from 'zod'
import { fetchWithoutRedirect, type ProviderSettings } from '#server/engines/providers/provider-settings.ts'
import { parseJson } from '#shared/parse-json.ts'
import { ServiceFailure, toServiceFailure } from './service-failure.ts'

export type RerankerSettings = ProviderSettings & { model: string }

export type Reranker = {
  model: string
  /** A score for each text, higher is better. Throws ServiceFailure. */
  score(question: string, texts: readonly string[], timeoutMs: number): Promise<number[]>
  /** Null after `timeoutMs` or on failure. Then no question is sent for a while, so that not every question waits. */
  tryScore(question: string, texts: readonly string[], timeoutMs: number): Promise<number[] | null>
}

const QUESTION_COOLDOWN_MS = 15_000

const Score = z.object({ index: z.number().int(), relevance_score: z.number() })
/** Text Embeddings Inference sends a list of `score`s, Voyage calls the list `data`. */
const Response = z.union([
  z.object({ results: z.array(Score) }).transform(({ results }) => results),
  z.object({ data: z.array(Score) }).transform(({ data }) => data),
  z.array(z.object({ index: z.number().int(), score: z.number() }).transform(toScore)),
])

function toScore({ index, score }: { index: number; score: number }): z.infer<typeof Score> {
  return { index, relevance_score: score }
}

export function createReranker(settings: RerankerSettings, cooldownMs = QUESTION_COOLDOWN_MS): Reranker {
  const { model, baseUrl, apiKey } = settings
  let blockedUntil = 0

  async function score(question: string, texts: readonly string[], timeoutMs: number): Promise<number[]> {
    const url = `${baseUrl}/rerank`
    const body = { model, query: question, documents: texts, top_n: texts.length }
    const signal = AbortSignal.timeout(timeoutMs)
    const toFailure = (message: string, response?: { status: number; text: string }) =>
      toServiceFailure(
        new APICallError({
          message,
          url,
          requestBodyValues: body,
          ...(response && { statusCode: response.status, responseBody: response.text }),
        }),
        apiKey,
      )
    try {
      const response = await fetchWithoutRedirect(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
        body: JSON.stringify(body),
        signal,
      })
      const text = await response.text()
      if (!response.ok) throw toFailure(response.statusText, { status: response.status, text })
      return toScores(text, texts.length)
    } catch (error) {
      if (error instanceof ServiceFailure) throw error
      throw signal.aborted ? new ServiceFailure('timeout', 'The AI service timed out') : toFailure('no connection')
    }
  }

  return {
    model,
    score,
    async tryScore(question, texts, timeoutMs) {
      if (Date.now() < blockedUntil) return null
      try {
        return await score(question, texts, timeoutMs)
      } catch {
        blockedUntil = Date.now() + cooldownMs
        return null
      }
    },
  }
}

/** Throws ServiceFailure unless every text has one score. */
function toScores(text: string, count: number): number[] {
  const parsed = Response.safeParse(parseJson(text))
  const byIndex = new Map(parsed.data?.map(({ index, relevance_score }) => [index, relevance_score]))
  const scores = Array.from({ length: count }, (_, index) => byIndex.get(index))
  const valid = scores.filter((score) => score !== undefined)
  if (valid.length !== count || byIndex.size !== count)
    throw new ServiceFailure('other', 'The AI service did not send one score for each passage')
  return valid
}
