import { eq, sql } from 'drizzle-orm'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setTier } from '#server/admin/set-tier.ts'
import { dailyUsage, pages, passages, passageVectors } from '#server/platform/db/schema/index.ts'
import { enqueueEmbedding, embedPassages } from './embed-passages.ts'
import { loadPassages, resolveSelection } from './selection.ts'
import { createEmbedder } from '#server/engines/language-model/embedder.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { createApiKey } from '#test/api-key.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'

const MODEL = 'text-embedding-3-small'
let service: AiService
let app: TestApp
let person: Person

beforeAll(async () => {
  service = await startAiService()
  service.models.add('another-embedding')
  app = await openTestApp({
    openai: {
      baseUrl: service.url,
      apiKey: undefined,
      model: 'gpt-4.1',
      fallbackModel: 'gpt-4.1',
      embeddingModel: MODEL,
      contextTokens: 8192,
      answerContextTokens: 8192,
    },
  })
})
afterAll(async () => {
  await app?.close()
  await service?.close()
})
beforeEach(async () => {
  service.embedded.length = 0
  service.nextEmbeddingFaults.length = 0
  person = await app.signUp()
})

const TEXTS = [
  'The lamp of the lighthouse turns all night.',
  'The harbour freezes in January.',
  'Bread is baked before dawn.',
]

async function storePages(texts = TEXTS): Promise<string[]> {
  const { db } = app.services
  const rows = await db
    .insert(pages)
    .values(
      texts.map((content, n) => ({
        userId: person.userId,
        url: `https://site.test/${n}`,
        finalUrl: `https://site.test/${n}`,
        title: `Page ${n}`,
        content,
        contentHash: `${n} ${content}`,
        depth: 0,
      })),
    )
    .returning({ id: pages.id })
  return rows.map(({ id }) => id)
}

async function vectors(model = MODEL) {
  const { db } = app.services
  return db
    .select({ id: passageVectors.passageId, vector: passageVectors.vector })
    .from(passageVectors)
    .innerJoin(passages, eq(passages.id, passageVectors.passageId))
    .innerJoin(pages, eq(pages.id, passages.pageId))
    .where(sql`${pages.userId} = ${person.userId} and ${passageVectors.model} = ${model}`)
}

const waitForVectors = (count: number) => waitFor(`${count} vectors`, async () => (await vectors()).length === count)

async function ask(pageIds: string[], question: string) {
  const answer = await person.post('/api/answers', { question, pageIds })
  const done = /event: done\ndata: (.*)/.exec(typeof answer.body === 'string' ? answer.body : '')?.[1]
  return JSON.parse(done ?? '{}')
}

it('makes a vector for every passage of processed pages and sends each text once [embed-passages-1]', async () => {
  const pageIds = await storePages([...TEXTS, TEXTS[0] ?? ''])
  await person.post('/api/knowledge', { pageIds })
  await waitForVectors(4)
  await person.post('/api/knowledge', { pageIds })
  await embedPassages(app.services, { userId: person.userId }, AbortSignal.timeout(60_000))
  const sent = service.embedded.flat()
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent).toHaveLength(4)
  expect((await vectors())[0]?.vector).toHaveLength(64)
})

it('reuses existing vectors when the same pages are crawled again', async () => {
  await person.post('/api/knowledge', { pageIds: await storePages() })
  await waitForVectors(3)
  service.embedded.length = 0
  await person.post('/api/knowledge', { pageIds: await storePages() })
  await waitForVectors(6)
  expect(service.embedded).toEqual([])
})

it('sends no text of unprocessed pages or of another user’s pages', async () => {
  const foreign = await storePages()
  await person.post('/api/knowledge', { pageIds: foreign })
  await waitForVectors(3)
  service.embedded.length = 0
  person = await app.signUp()
  await storePages(['This page was not processed.'])
  await embedPassages(app.services, { userId: person.userId }, AbortSignal.timeout(60_000))
  expect(service.embedded).toEqual([])
})

it('reports that an answer used vectors, and ranks by words alone while the service fails', async () => {
  const pageIds = await storePages(
    Array.from(
      { length: 40 },
      (_, n) => `${TEXTS[n % 3]} ${'The rest of this page is about something else. '.repeat(20)}${n}`,
    ),
  )
  await person.post('/api/knowledge', { pageIds })
  await waitForVectors(40)
  expect(await ask(pageIds, 'When does the harbour freeze?')).toMatchObject({ used: { vectors: true } })
  service.nextEmbeddingFaults.push({ status: 500 })
  const done = await ask(pageIds, 'When is bread baked?')
  expect(done.used.ofPassages).toBe(40)
  expect(done.used.vectors).toBeUndefined()
})

it('waits for a busy service and keeps the vectors made before it failed', async () => {
  const pageIds = await storePages(['A long text. '.repeat(10)])
  await app.services.db
    .update(pages)
    .set({ processedHash: sql`${pages.contentHash}` })
    .where(eq(pages.userId, person.userId))
  const rows = Array.from({ length: 80 }, (_, position) => ({
    pageId: pageIds[0] ?? '',
    position,
    startOffset: 0,
    endOffset: position + 1,
  }))
  await app.services.db.insert(passages).values(rows)
  service.nextEmbeddingFaults.push({ status: 429, headers: { 'retry-after-ms': '20' } }, { status: 401 })
  const attempt = embedPassages(app.services, { userId: person.userId }, AbortSignal.timeout(60_000))
  await expect(attempt).rejects.toMatchObject({ kind: 'auth' })
  const stored = (await vectors()).length
  expect(stored).toBeGreaterThan(0)
  await embedPassages(app.services, { userId: person.userId }, AbortSignal.timeout(60_000))
  const sent = service.embedded.flat()
  expect(new Set(sent).size).toBe(sent.length)
  expect(await vectors()).toHaveLength(80)
})

it('remakes the vectors of every user after the model changes [embed-passages-2]', async () => {
  const pageIds = await storePages()
  await person.post('/api/knowledge', { pageIds })
  await waitForVectors(3)
  service.embedded.length = 0
  const embedder = createEmbedder({
    provider: 'compatible',
    baseUrl: service.url,
    apiKey: undefined,
    model: 'another-embedding',
  })
  const enqueued: unknown[] = []
  const queue = {
    ...app.services.queue,
    send: async (_tx: unknown, _name: string, data: unknown) => void enqueued.push(data),
  }
  const changed = { db: app.services.db, embedder, queue, log: testLog }
  await embedPassages(changed, {}, AbortSignal.timeout(60_000))
  expect(enqueued).toContainEqual({ userId: person.userId })
  await embedPassages(changed, { userId: person.userId }, AbortSignal.timeout(60_000))
  expect(service.embedded.flat()).toHaveLength(3)
  expect(await vectors('another-embedding')).toHaveLength(3)
  expect(await vectors()).toHaveLength(0)
})

it('stores the passages of pages with vectors under the ids that a search without vectors returns', async () => {
  const pageIds = await storePages()
  const { db } = app.services
  const selection = await resolveSelection(db, person.userId, pageIds)
  const searched = await loadPassages(db, person.userId, selection)
  await person.post('/api/knowledge', { pageIds })
  await waitForVectors(3)
  expect(await loadPassages(db, person.userId, selection)).toEqual(searched)
  expect((await vectors()).map(({ id }) => id).toSorted()).toEqual(searched.map(({ id }) => id).toSorted())
})

it('deletes the vectors with their page', async () => {
  const pageIds = await storePages()
  await person.post('/api/knowledge', { pageIds })
  await waitForVectors(3)
  await app.services.db.delete(pages).where(eq(pages.id, pageIds[0] ?? ''))
  expect(await vectors()).toHaveLength(2)
})

it('enqueues nothing without an embedding model', async () => {
  const queue = { ...app.services.queue, send: () => Promise.reject(new Error('enqueued')) }
  await enqueueEmbedding({ queue, embedder: null }, app.services.db, { userId: person.userId })
})

it('embeds texts for clients of the OpenAI API, as numbers and in base64 [openai-7]', async () => {
  await setTier(app.services.db, { userId: person.userId, tier: 'pro' })
  const { secret } = await createApiKey(person, ['ask'])
  const openai = new OpenAI({ baseURL: `${app.origin}/v1`, apiKey: secret, maxRetries: 0 })
  const model = app.services.embedder?.model ?? ''
  const request = { model, input: ['a harbour', 'a boat'] }
  // The SDK asks for base64 by default.
  const { data, usage } = await openai.embeddings.create(request)
  const { data: numbers } = await openai.embeddings.create({ ...request, encoding_format: 'float' })
  expect(data).toHaveLength(2)
  expect(data.map(({ embedding }) => embedding)).toEqual(numbers.map(({ embedding }) => embedding))
  expect(usage.total_tokens).toBeGreaterThan(0)
  const many = Array.from({ length: 150 }, (_, n) => `boat ${n}`)
  service.embedded.length = 0
  const batched = await openai.embeddings.create({ model, input: many })
  expect(batched.data.map(({ index }) => index)).toEqual([...many.keys()])
  expect(service.embedded.length).toBeGreaterThan(1)
  expect(service.embedded.flat()).toEqual(many)
  const [used] = await app.services.db.select().from(dailyUsage).where(eq(dailyUsage.userId, person.userId))
  expect(used?.inputTokens).toBe(2 * usage.total_tokens + batched.usage.total_tokens)
  service.nextEmbeddingFaults.push({ status: 400 })
  const error = await openai.embeddings.create(request).catch((failure: unknown) => failure)
  expect(error).toMatchObject({ status: 502, type: 'server_error' })
})
