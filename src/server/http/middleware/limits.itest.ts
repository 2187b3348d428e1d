/** Limits per user and per server: rejected with a message and Retry-After. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import { recordTokenUse } from '#server/platform/token-quota.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { userLimits, planLimits } from '#shared/limits.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { cookieOf } from '#test/client.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

/** A page that never responds. */
const NEVER = () => {}

let site: Website
let service: AiService
let app: TestApp
beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Bees</title><main><p>Bees dance to show where the flowers are.</p></main>',
    '/held': NEVER,
  })
  service = await startAiService()
  const model = {
    apiKey: undefined,
    model: 'a-model',
    fallbackModel: 'a-model',
    embeddingModel: undefined,
    contextTokens: 8000,
    answerContextTokens: 8000,
  }
  service.models.add('a-model')
  app = await openTestApp({
    allowPrivateHosts: [site.host],
    limits: LIMITS,
    openai: { baseUrl: service.url, ...model },
  })
})
afterAll(async () => {
  await app.close()
  await service.close()
  await site.close()
})

const { unfinishedCrawls, answersAtOnce, questionsWaiting, questionsPerMinute } = planLimits.free
const LIMITS = {
  unfinishedCrawls: unfinishedCrawls + 2,
  answersAtOnce: 100,
  requestsAtOnce: 500,
  modelTokensPerDay: 2_000_000,
  modelTokensPerPersonPerDay: 1_000_000,
}

/** A processed page of this user. */
async function withPage(person: Person) {
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  const crawl = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  const pageIds = crawl.pages.map(({ id }: { id: string }) => id)
  await person.post('/api/knowledge', { pageIds })
  return { crawlId: crawl.id, pageIds }
}

/** Crawls that stay queued. */
async function waitingCrawls(userId: string, howMany: number) {
  const later = new Date(Date.now() + 3600_000)
  const [own] = await app.services.db.select().from(crawls).limit(1)
  if (!own) throw new Error('there is no crawl to copy')
  const { id: _, ...like } = own
  const crawl = { ...like, userId, status: 'queued' as const, finishedAt: null, nextStepAt: later }
  await app.services.db.insert(crawls).values(Array.from({ length: howMany }, () => crawl))
}

it('limits unfinished crawls per user and per server, also when started concurrently [limits-2]', async () => {
  const person = await app.signUp()
  await withPage(person)
  await waitingCrawls(person.userId, unfinishedCrawls - 1)
  const start = (who: Person, maxDepth = 1) =>
    who.post('/api/crawls', { url: `${site.origin}/held`, maxPages: 1, maxDepth })
  const answers = await Promise.all([1, 2, 3].map((maxDepth) => start(person, maxDepth)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.error).toEqual({
    code: 'crawl.too-many',
    message: `You have ${unfinishedCrawls} unfinished crawls. Stop one or wait until one finishes, then try again.`,
    values: { n: unfinishedCrawls, retryAfterSeconds: expect.any(Number) },
  })
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)

  const other = await app.signUp()
  expect((await start(other)).status).toBe(201)
  await waitingCrawls(other.userId, 1)
  expect(await start(await app.signUp())).toMatchObject({ status: 503, body: { error: { code: 'crawl.server-full' } } })
  await app.services.db.delete(crawls)
})

it('limits questions per minute and says how long to wait [limits-4]', async () => {
  const person = await app.signUp()
  const { pageIds } = await withPage(person)
  const ask = () =>
    person.request('POST', '/api/answers', { question: 'How do bees show where the flowers are?', pageIds })
  await takeFromRateLimit(app.services.db, {
    key: `question ${person.userId}`,
    limit: Infinity,
    windowSeconds: 60,
    count: questionsPerMinute - 1,
  })
  expect((await ask()).status).toBe(200)
  const refused = await ask()
  const seconds = Number(refused.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused).toMatchObject({
    status: 429,
    body: {
      error: {
        message: `You asked ${questionsPerMinute} questions in one minute. Please wait ${seconds} seconds and try again.`,
      },
    },
  })
})

it('answers some concurrent questions, queues some and rejects the rest [limits-3]', async () => {
  const person = await app.signUp()
  const { pageIds } = await withPage(person)
  const held = Promise.withResolvers<void>()
  service.before = () => held.promise
  const beyond = 5
  const ask = () => person.stream('/api/answers', { question: 'How do bees show where the flowers are?', pageIds })
  let rejected = 0
  const asked = Array.from({ length: answersAtOnce + questionsWaiting + beyond }, async () => {
    const answer = await ask()
    if (answer.status === 429) rejected++
    return answer
  })
  await waitFor('the queue to be full and the rest to be rejected', () => {
    const { running, waiting } = app.services.answers.count()
    return running === answersAtOnce && waiting === questionsWaiting && rejected === beyond
  })
  const before = service.requests.length
  held.resolve()
  const answers = await Promise.all(asked)
  service.before = null
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(beyond)
  expect(refused[0]?.body.error.code).toBe('answer.too-many')
  expect(answers.filter(({ events }) => events.at(-1)?.event === 'done')).toHaveLength(answersAtOnce + questionsWaiting)
  expect(service.requests.length - before).toBeLessThanOrEqual(answersAtOnce + questionsWaiting)
})

it('rejects questions beyond the daily token quota until midnight, and still summarizes pages [limits-5]', async () => {
  const person = await app.signUp()
  const { pageIds } = await withPage(person)
  const ask = (who: Person, pages: string[]) =>
    who.request('POST', '/api/answers', { question: 'What do bees do?', pageIds: pages })
  const spend = (userId: string, tokens: number) =>
    recordTokenUse(app.services.db, LIMITS, { userId, use: { input: tokens, output: 0 }, price: null })
  await spend(person.userId, LIMITS.modelTokensPerPersonPerDay)
  const refused = await ask(person, pageIds)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'answer.tokens-spent' } } })
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(86_400)

  const requests = service.requests.length
  const { crawlId } = await withPage(person)
  const page = await waitFor('the summary', async () => {
    const { body } = await person.get(`/api/crawls/${crawlId}`)
    return body.pages[0].summary !== '' && body.pages[0]
  })
  expect(page.summary).toContain('Bees dance')
  expect(service.requests.length).toBe(requests)

  const other = await app.signUp()
  const own = await withPage(other)
  expect((await ask(other, own.pageIds)).status).toBe(200)
  await spend((await app.signUp()).userId, LIMITS.modelTokensPerDay)
  expect(await ask(other, own.pageIds)).toMatchObject({
    status: 429,
    body: { error: { code: 'answer.tokens-spent-here' } },
  })
})

it('ends an event stream that is opened while the server shuts down', { timeout: 10_000 }, async () => {
  const person = await app.signUp()
  const closing = createApp({ ...app.services, closing: AbortSignal.abort() })
  const events = await closing.request('/api/events', { headers: { cookie: cookieOf(person) } })
  expect(events.status).toBe(200)
  expect(await events.text()).toBe('retry: 2000\n\n')
})

it('limits open event streams per user [limits-6]', async () => {
  const person = await app.signUp()
  const cookie = cookieOf(person)
  const disconnect = new AbortController()
  const open = () => fetch(`${app.origin}/api/events`, { headers: { cookie }, signal: disconnect.signal })
  const streams = await Promise.all(Array.from({ length: userLimits.eventStreams }, open))
  expect(streams.filter(({ ok }) => ok)).toHaveLength(userLimits.eventStreams)
  expect((await open()).status).toBe(429)
  disconnect.abort()
  await waitFor('one to be free', async () => {
    const again = new AbortController()
    const { ok } = await fetch(`${app.origin}/api/events`, { headers: { cookie }, signal: again.signal })
    again.abort()
    return ok
  })
})
