import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AiService, startAiService, vectorOf } from '#test/ai-service.ts'
import { createEmbedder } from './embeddings.ts'

const KEY = 'sk-embeddings-secret'
let service: AiService
beforeAll(async () => void (service = await startAiService()))
afterAll(() => service.close())
beforeEach(() => {
  service.key = KEY
  service.embedded.length = 0
  service.embeddingsNext.length = 0
  service.maxEmbedded = { texts: 2048, characters: Infinity }
})

const embedder = (patience = {}) =>
  createEmbedder({ baseUrl: service.url, apiKey: KEY, model: 'text-embedding-3-small' }, { backOffMs: 1, ...patience })

it('gives one vector of length 1 for each text, in their order', async () => {
  const vectors = await embedder().embed(['a lamp', 'a lighthouse'])
  expect(vectors.map((vector) => [...vector])).toEqual(['a lamp', 'a lighthouse'].map((text) => [...Float32Array.from(vectorOf(text))]))
  expect(service.embedded).toEqual([['a lamp', 'a lighthouse']])
})

it('asks again when the service is busy, after the time that it names', async () => {
  service.embeddingsNext.push({ status: 429, headers: { 'retry-after-ms': '40' } }, { status: 503 })
  const from = performance.now()
  expect(await embedder().embed(['a lamp'])).toHaveLength(1)
  expect(performance.now() - from).toBeGreaterThan(35)
  expect(service.embeddingsNext).toHaveLength(0)
})

it('gives up on a service that stays busy or silent, or asks for a long wait', async () => {
  service.embeddingsNext.push({ status: 429, headers: { 'retry-after': '3600' } })
  await expect(embedder().embed(['a lamp'])).rejects.toMatchObject({ kind: 'busy' })
  service.embeddingsNext.push(...Array.from({ length: 5 }, () => 'silence' as const))
  await expect(embedder({ wholeMs: 40 }).embed(['a lamp'])).rejects.toMatchObject({ kind: 'silent' })
  expect(service.embeddingsNext).toHaveLength(0)
})

it('cuts requests and texts that are too long for the model', async () => {
  service.maxEmbedded = { texts: 2, characters: 1000 }
  const vectors = await embedder().embed(['one', 'two', 'a word '.repeat(400), 'four'])
  expect(vectors).toHaveLength(4)
  expect(service.embedded.flat().map((text) => text.length)).toEqual([3, 3, 700, 4])
})

it.each(['malformed', { status: 401 }, { status: 404 }] as const)('fails on %j without the key in its words', async (how) => {
  service.embeddingsNext.push(how)
  const failure = await embedder().embed(['a lamp']).catch((error: Error) => error)
  expect(failure).toMatchObject({ name: 'ServiceFailure' })
  expect(JSON.stringify(failure) + String(failure)).not.toContain(KEY)
})

it('does not wait long for the vector of a question, and leaves a service that is away alone for a while', async () => {
  const { embedQuestion } = embedder({ leftAloneMs: 10_000 })
  service.embeddingsNext.push('silence')
  const from = performance.now()
  expect(await embedQuestion('Where?', 50)).toBeNull()
  expect(performance.now() - from).toBeLessThan(1000)
  expect(await embedQuestion('When?', 50)).toBeNull()
  expect(service.embedded).toEqual([])
})
