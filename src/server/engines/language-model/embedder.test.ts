import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AiService, startAiService, vectorOf } from '#test/ai-service.ts'
import { createEmbedder } from './embedder.ts'

const KEY = 'sk-embeddings-secret'
let service: AiService
beforeAll(async () => void (service = await startAiService()))
afterAll(() => service.close())
beforeEach(() => {
  service.key = KEY
  service.embedded.length = 0
  service.nextEmbeddingFaults.length = 0
  service.embeddingLimits = { texts: 2048, characters: Infinity }
})

const embedder = (timings = {}) =>
  createEmbedder(
    { provider: 'compatible', baseUrl: service.url, apiKey: KEY, model: 'text-embedding-3-small' },
    { initialBackoffMs: 1, ...timings },
  )

it('returns one vector of length 1 for each text, in order', async () => {
  const vectors = await embedder().embed(['a lamp', 'a lighthouse'])
  expect(vectors.map((vector) => [...vector])).toEqual(
    ['a lamp', 'a lighthouse'].map((text) => [...Float32Array.from(vectorOf(text))]),
  )
  expect(service.embedded).toEqual([['a lamp', 'a lighthouse']])
})

it('retries after the delay that an unavailable service names', async () => {
  service.nextEmbeddingFaults.push({ status: 429, headers: { 'retry-after-ms': '40' } }, { status: 503 })
  const startedAt = performance.now()
  expect(await embedder().embed(['a lamp'])).toHaveLength(1)
  expect(performance.now() - startedAt).toBeGreaterThan(35)
  expect(service.nextEmbeddingFaults).toHaveLength(0)
})

it('fails if the service stays unavailable, times out or names a long delay', async () => {
  service.nextEmbeddingFaults.push({ status: 429, headers: { 'retry-after': '3600' } })
  await expect(embedder().embed(['a lamp'])).rejects.toMatchObject({ kind: 'unavailable' })
  service.nextEmbeddingFaults.push(...Array.from({ length: 5 }, () => 'silence' as const))
  await expect(embedder({ responseTimeoutMs: 40 }).embed(['a lamp'])).rejects.toMatchObject({ kind: 'timeout' })
  expect(service.nextEmbeddingFaults).toHaveLength(0)
})

it('splits batches and truncates texts that are too long for the model', async () => {
  service.embeddingLimits = { texts: 2, characters: 1000 }
  const vectors = await embedder().embed(['one', 'two', 'a word '.repeat(400), 'four'])
  expect(vectors).toHaveLength(4)
  expect(service.embedded.flat().map((text) => text.length)).toEqual([3, 3, 700, 4])
})

it.each(['malformed', { status: 401 }, { status: 404 }] as const)(
  'fails on %j without the key in the error',
  async (misbehavior) => {
    service.nextEmbeddingFaults.push(misbehavior)
    const failure = await embedder()
      .embed(['a lamp'])
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ name: 'ServiceFailure' })
    expect(JSON.stringify(failure) + String(failure)).not.toContain(KEY)
  },
)

it('limits the wait for the vector of a question and then sends no question for a while', async () => {
  const { embedQuestion } = embedder({ questionCooldownMs: 10_000 })
  service.nextEmbeddingFaults.push('silence')
  const startedAt = performance.now()
  expect(await embedQuestion('Where?', 50)).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(await embedQuestion('When?', 50)).toBeNull()
  expect(service.embedded).toEqual([])
})
