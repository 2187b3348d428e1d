/** Notebooks for other programs: as models, called with the official OpenAI SDK and the AI SDK, and as files. */
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { setTier } from '#server/admin/set-tier.ts'
import type { ApiScope } from '#shared/api-keys.ts'
import { planLimits } from '#shared/limits.ts'
import { createApp } from '#server/http/app.ts'
import { savedChats } from '#server/platform/db/schema/index.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { createApiKey, createKeyClient } from '#test/api-key.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person
let key: string
let openai: OpenAI
let notebook: string
let chat: string

const html = (title: string, text: string, links = '') =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main></html>`
const LIMIT = 'Uploads to the harbour archive are limited to 10 MB.'
const QUESTION = 'How large may an upload to the harbour archive be?'
const ask = (content: string) => [{ role: 'user' as const, content }]

async function connect(user: Person, scopes: ApiScope[]) {
  const { secret } = await createApiKey(user, scopes)
  return { secret, client: new OpenAI({ baseURL: `${app.origin}/v1`, apiKey: secret, maxRetries: 0 }) }
}
/** The model of a saved chat about the crawled site. */
async function chatAbout(user: Person, notebook_id?: string): Promise<string> {
  const { body: crawl } = await user.post('/api/crawls', { url: site.origin, maxPages: 5 })
  const pageIds: string[] = await waitFor('the crawl', async () => {
    const { body } = await user.get(`/api/crawls/${crawl.id}`)
    return body.status === 'finished' && body.pages.map(({ id }: { id: string }) => id)
  })
  const saved = { title: 'Boats', crawled_pages: pageIds, selected_pages: pageIds, chat_history: [] }
  return `chat:${(await user.post('/api/chats', { ...saved, notebook_id })).body.id}`
}
async function signUpPro() {
  const user = await app.signUp()
  await setTier(app.services.db, { userId: user.userId, tier: 'pro' })
  return user
}

beforeAll(async () => {
  site = await openWebsite({
    '/': html('Harbour', 'Welcome to the harbour.', '<a href="/limits_(1)">Limits</a>'),
    '/limits_(1)': html('Limits', `This page lists what is allowed. ${LIMIT}`),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await signUpPro()
  const connected = await connect(person, ['read', 'ask'])
  key = connected.secret
  openai = connected.client
  notebook = (await person.post('/api/notebooks', { title: 'Harbour' })).body.id
  chat = (await chatAbout(person, notebook)).replace('chat:', '')
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('the official OpenAI SDK', () => {
  it('lists the notebooks and chats of the owner of the key as models [openai-1]', async () => {
    const models = (await openai.models.list()).data
    expect(models).toMatchObject([
      { id: `notebook:${notebook}`, object: 'model', name: 'Harbour', owned_by: 'readback' },
      { id: `chat:${chat}`, name: 'Boats' },
    ])
    const { db } = app.services
    const newer = Array.from({ length: 101 }, () => ({ userId: person.userId, notebookId: notebook, title: 'Newer' }))
    await db.insert(savedChats).values(newer)
    expect((await openai.models.list()).data.map(({ id }) => id)).not.toContain(`chat:${chat}`)
    expect(await openai.models.retrieve(`chat:${chat}`)).toEqual(models[1])
    await db.delete(savedChats).where(eq(savedChats.title, 'Newer'))
    expect(await openai.models.retrieve(`notebook:${notebook}`)).toEqual(models[0])
  })

  it('gets a whole answer with linked citations, usage and unknown parameters accepted [openai-2]', async () => {
    const answer = await openai.chat.completions.create({
      model: `notebook:${notebook}`,
      messages: [{ role: 'system', content: 'You are a pirate.' }, ...ask(QUESTION)],
      temperature: 0.2,
      ...{ some_future_parameter: true },
    })
    const url = `${site.origin}/limits_(1)`
    const [choice] = answer.choices
    expect(choice?.message.content).toContain(LIMIT)
    expect(choice?.message.content).toContain(`[1](${site.origin}/limits_%281%29)`)
    expect(choice?.finish_reason).toBe('stop')
    expect(answer).toMatchObject({ citations: [{ marker: 1, url, title: 'Limits', sentence: LIMIT, state: 'quoted' }] })
    const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = answer.usage ?? {}
    expect([prompt_tokens > 0, completion_tokens > 0, total_tokens]).toEqual([
      true,
      true,
      prompt_tokens + completion_tokens,
    ])
  })

  it('streams the answer, its sources and the usage [openai-3]', async () => {
    const stream = await openai.chat.completions.create({
      model: `chat:${chat}`,
      messages: ask(QUESTION),
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(text).toContain(LIMIT)
    expect(text).toContain(`\n\nSources:\n- [1](${site.origin}/limits_%281%29) Limits`)
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }], citations: [{ state: 'quoted' }] })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
  })

  it('asks a follow-up question with the conversation it sends back [openai-4]', async () => {
    const model = `notebook:${notebook}`
    const first = await openai.chat.completions.create({ model, messages: ask(QUESTION) })
    const content = first.choices[0]?.message.content ?? ''
    const messages = [...ask(QUESTION), { role: 'assistant' as const, content }, ...ask('How large may it be?')]
    const second = await openai.chat.completions.create({ model, messages })
    expect(second.choices[0]?.message.content).toContain(LIMIT)
    const [alone] = (await openai.chat.completions.create({ model, messages: ask('How large may it be?') })).choices
    expect(alone?.message.content).not.toContain(LIMIT)
  })

  it('gets errors in the shape of OpenAI, and none of another user’s notebooks [openai-5]', async () => {
    const { client: stranger } = await connect(await signUpPro(), ['read', 'ask'])
    const { client: reader } = await connect(person, ['read'])
    const wrongKey = new OpenAI({ baseURL: `${app.origin}/v1`, apiKey: 'rb_wrong', maxRetries: 0 })
    const model = `notebook:${notebook}`
    const failureOf = (client: OpenAI, request: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>) =>
      client.chat.completions.create({ model, messages: ask(QUESTION), ...request }).catch((error: unknown) => error)
    expect(await failureOf(stranger, {})).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
    expect(await failureOf(openai, { model: 'gpt-4o' })).toMatchObject({ status: 404, code: 'model_not_found' })
    expect(await failureOf(wrongKey, {})).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(await failureOf(reader, {})).toMatchObject({ status: 403, code: 'key.scope', type: 'permission_error' })
    expect(await failureOf(openai, { messages: [] })).toMatchObject({ status: 400, param: 'messages' })
    expect(await failureOf(openai, { messages: ask('  ') })).toMatchObject({ status: 400, param: 'messages' })
    expect(await openai.embeddings.create({ model: 'none', input: 'a' }).catch((error) => error)).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('no embedding model'),
    })
    const cookie = await person.post('/v1/chat/completions', { model, messages: ask(QUESTION) })
    expect(cookie).toMatchObject({ status: 401, body: { error: { code: 'key.required', param: null } } })
  })
})

it('refuses a question over the limit of the plan with 429 and the seconds to wait, by both protocols [openai-13]', async () => {
  const user = await signUpPro()
  const { client } = await connect(user, ['ask'])
  const limit = planLimits.pro.questionsPerMinute
  await takeFromRateLimit(app.services.db, { key: `question ${user.userId}`, limit, windowSeconds: 60, count: limit })
  const model = `notebook:${notebook}`
  const failures = await Promise.all([
    client.chat.completions.create({ model, messages: ask(QUESTION), stream: true }).catch((error: unknown) => error),
    client.responses.create({ model, input: QUESTION }).catch((error: unknown) => error),
  ])
  for (const failure of failures) {
    if (!(failure instanceof OpenAI.RateLimitError)) throw failure
    expect(failure).toMatchObject({ code: 'answer.too-fast', type: 'rate_limit_error' })
    expect(Number(failure.headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

describe('with a language model', () => {
  let service: AiService
  let withModel: TestApp
  let client: OpenAI
  let secret: string
  let model: string

  beforeAll(async () => {
    service = await startAiService()
    const { openai: settings } = app.config
    withModel = await openTestApp({
      allowPrivateHosts: [site.host],
      openai: { ...settings, apiKey: 'sk-for-tests', baseUrl: service.url },
    })
    const user = await withModel.signUp()
    await setTier(withModel.services.db, { userId: user.userId, tier: 'pro' })
    ;({ secret } = await createApiKey(user, ['read', 'ask', 'crawl']))
    client = new OpenAI({ baseURL: `${withModel.origin}/v1`, apiKey: secret, maxRetries: 0 })
    model = await chatAbout(user)
  })

  afterAll(async () => {
    await withModel?.close()
    await service?.close()
  })

  it('stops the model when a program leaves a streamed answer, or ends a whole one [openai-7]', async () => {
    const ends = Promise.withResolvers<void>()
    onTestFinished(() => ends.resolve())
    for (const stream of [true, false]) {
      service.next.push({ hold: ends.promise })
      const leave = new AbortController()
      const request = { model, messages: ask(QUESTION), stream }
      const answer = client.chat.completions.create(request, { signal: leave.signal }).then(async (chunks) => {
        // A stream only goes on while it is read.
        if (Symbol.asyncIterator in chunks) for await (const chunk of chunks) expect(chunk.id).toBeTruthy()
      })
      const ended = Promise.allSettled([answer])
      await waitFor('the model to answer', async () => service.open === 1)
      leave.abort()
      await waitFor('the model to be stopped', async () => service.open === 0)
      await ended
    }
    // Without a stop, the service's own time limit would end the answer after 45 s.
  }, 30_000)

  it('stops the answer of a program that left while the question was prepared [openai-14]', async () => {
    const requests = service.requests.length
    const ends = Promise.withResolvers<void>()
    onTestFinished(() => ends.resolve())
    for (const stream of [true, false]) {
      service.next.push({ hold: ends.promise })
      const request = new Request(`${withModel.origin}/v1/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ model, messages: ask(QUESTION), stream }),
        signal: AbortSignal.abort(),
      })
      const response = await createApp(withModel.services).fetch(request)
      // Would not end while the model waits.
      await response.text()
      service.next.length = 0
    }
    expect(service.requests).toHaveLength(requests)
  })

  it.each([
    ['in tags', '', '<think>Is it the ghost?</think>'],
    ["in the protocol's field", 'Is it the ghost?', ''],
  ])(
    'passes reasoning %s on in the fields of each protocol, and never in the answer [openai-12]',
    async (_, field, tags) => {
      service.reasoning = field
      service.say = () => `${tags}${LIMIT}`
      onTestFinished(() => void Object.assign(service, { reasoning: '', say: null }))
      const REASONING = 'Is it the ghost?'
      const provider = createOpenAICompatible({ name: 'readback', baseURL: `${withModel.origin}/v1`, apiKey: secret })
      const prompt = { model: provider(model), prompt: QUESTION }
      const whole = await generateText(prompt)
      expect([whole.reasoningText, whole.text]).toEqual([REASONING, LIMIT])
      const streamed = streamText(prompt)
      expect([await streamed.reasoningText, await streamed.text]).toEqual([REASONING, LIMIT])

      const asked = { model, input: QUESTION }
      const output = [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: REASONING }] },
        { type: 'message', content: [{ text: LIMIT }] },
      ]
      expect(await client.responses.create(asked)).toMatchObject({ output_text: LIMIT, output })
      const stream = client.responses.stream(asked)
      let summary = ''
      for await (const event of stream)
        if (event.type === 'response.reasoning_summary_text.delta') summary += event.delta
      expect(summary).toBe(REASONING)
      expect(await stream.finalResponse()).toMatchObject({ output_text: LIMIT, output })
    },
  )
})

it('the Responses API answers a question or a conversation, whole and streamed, with annotations [openai-9]', async () => {
  const model = `notebook:${notebook}`
  const url = `${site.origin}/limits_(1)`
  const whole = await openai.responses.create({ model, input: QUESTION, instructions: 'You are a pirate.' })
  expect(whole.output_text).toContain(`${LIMIT}`)
  expect(whole).toMatchObject({
    status: 'completed',
    usage: { input_tokens: expect.any(Number) },
    citations: [{ marker: 1, url, sentence: LIMIT, state: 'quoted' }],
  })
  const [message] = whole.output
  const [part] = message?.type === 'message' ? message.content : []
  const [annotation] = part?.type === 'output_text' ? part.annotations : []
  if (annotation?.type !== 'url_citation') throw new Error('no citation of an address')
  expect(annotation).toMatchObject({ url, title: 'Limits' })
  expect(whole.output_text.slice(annotation.start_index, annotation.end_index)).toMatch(/^\[1\]\(http.*\)$/)

  const input = [
    ...ask(QUESTION),
    { role: 'assistant' as const, content: whole.output_text },
    { type: 'function_call_output' as const, call_id: 'x', output: 'The limit is 99 MB.' },
    ...ask('How large may it be?'),
  ]
  const streamed = openai.responses.stream({ model, input })
  const types: string[] = []
  for await (const { type } of streamed) types.push(type)
  const response = await streamed.finalResponse()
  expect(response.output_text).toContain(LIMIT)
  expect(response.output_text).toContain('\n\nSources:\n- [1](')
  expect([types[0], types.at(-1)]).toEqual(['response.created', 'response.completed'])
  expect(types).toContain('response.output_text.annotation.added')
})

it('the Responses API refuses what needs a stored response, and an input without a message [openai-10]', async () => {
  const failureOf = (request: object) =>
    openai.responses
      .create({ model: `notebook:${notebook}`, input: QUESTION, ...request })
      .catch((error: unknown) => error)
  expect(await failureOf({ previous_response_id: 'resp_1' })).toMatchObject({
    status: 400,
    param: 'previous_response_id',
    message: expect.stringContaining('Send the whole conversation'),
  })
  expect(await failureOf({ conversation: { id: 'conv_1' } })).toMatchObject({ status: 400, param: 'conversation' })
  expect(await failureOf({ input: [] })).toMatchObject({ status: 400, param: 'input' })
  expect(await failureOf({ input: [{ type: 'reasoning', id: 'r' }] })).toMatchObject({ status: 400, param: 'input' })
  expect(await failureOf({ model: 'gpt-4o' })).toMatchObject({ status: 404, code: 'model_not_found' })
})

it.each(['chat/completions', 'responses', 'embeddings'])(
  'refuses a body of /v1/%s that is no JSON with 400 [openai-15]',
  async (path) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${app.origin}/v1/${path}`, { method: 'POST', headers, body: '{x' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  },
)

it('the AI SDK reads whole and streamed answers [openai-6]', async () => {
  const provider = createOpenAICompatible({ name: 'readback', baseURL: `${app.origin}/v1`, apiKey: key })
  const model = provider(`notebook:${notebook}`)
  expect((await generateText({ model, prompt: QUESTION })).text).toContain(LIMIT)
  expect(await streamText({ model, prompt: QUESTION }).text).toContain(LIMIT)
})

it('a key reads the notebook as llms.txt, and the stored text of each page from its links [mirror-1]', async () => {
  const call = createKeyClient(app.origin, key)
  const read = async (query: string) => (await call('GET', `/api/notebooks/${notebook}/export${query}`)).body as string
  const list = await read('')
  const links = [...list.matchAll(/\]\(http[^)]+?(\/api\/[^)]+)\)/g)].map(([, path = '']) => path)
  const lines = (await read('?format=jsonl')).trimEnd().split('\n')
  const pages: { url: string; title: string; text: string }[] = lines.map((line) => JSON.parse(line))
  expect(list).toMatch(/^# Harbour\n\n## Pages\n\n- \[Harbour\]\(/)
  expect(pages.map(({ url }) => url)).toEqual([site.origin, `${site.origin}/limits_(1)`])
  const full = await read('?format=llms-full')
  for (const [index, { url, title, text }] of pages.entries()) {
    const { body } = await call('GET', links[index] ?? '')
    expect(body).toMatch(new RegExp(`^---\nurl: .+\ntitle: ${title}\nlanguage: en\ndigest: `))
    expect(body.endsWith(`\n---\n\n${text}`)).toBe(true)
    expect(full).toContain(`# ${title}\n\nSource: ${url}\n\n${text}\n`)
  }
  expect(pages[1]?.text).toContain(LIMIT)
  await person.patch(`/api/notebooks/${notebook}`, { title: 'Harbour: A/B' })
  const archive = await fetch(`${app.origin}/api/notebooks/${notebook}/archive`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(archive.headers.get('content-disposition')).toContain('"Harbour A B.zip"')
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  const folder = site.host.replace(':', '-')
  expect(Object.keys(files)).toEqual([`${folder}/index.md`, `${folder}/limits_-1.md`])
  expect(strFromU8(files[`${folder}/limits_-1.md`] ?? new Uint8Array())).toBe((await call('GET', links[1] ?? '')).body)
})
