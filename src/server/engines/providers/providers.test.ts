/** Each provider against a stand-in that keeps to its wire format. None was tried against the real service. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ModelProvider } from '#shared/models.ts'
import { type ModelServer, type ServerKind, startModelServer } from '#test/model-server.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'
import type { AnswerPart } from '#server/engines/engine.ts'
import {
  createLanguageModelEngine,
  type LanguageModelSettings,
} from '#server/engines/language-model/language-model-engine.ts'
import { createEmbedder } from '#server/engines/language-model/embedder.ts'
import { createReranker } from '#server/engines/language-model/reranker.ts'
import { findLocalServers, usualAddresses } from './find-local-servers.ts'
import { listModels } from './list-models.ts'
import { pullModel } from './pull-model.ts'
import { readParallelism, readWindow } from './read-window.ts'

const open: ModelServer[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close()))))
async function start(kind: ServerKind) {
  const server = await startModelServer(kind)
  open.push(server)
  return server
}

const PROVIDERS: { kind: ServerKind; provider: ModelProvider; path: string }[] = [
  { kind: 'ollama', provider: 'ollama', path: '' },
  { kind: 'lm-studio', provider: 'compatible', path: '/v1' },
  { kind: 'llama.cpp', provider: 'compatible', path: '/v1' },
  { kind: 'vllm', provider: 'compatible', path: '/v1' },
  { kind: 'openrouter', provider: 'openrouter', path: '/v1' },
  { kind: 'anthropic', provider: 'anthropic', path: '/v1' },
  { kind: 'google', provider: 'google', path: '/v1' },
  { kind: 'mistral', provider: 'mistral', path: '/v1' },
  { kind: 'azure', provider: 'azure', path: '/openai/v1' },
]

const TOWER = 'The tower is 34 metres high. Its bell weighs two tonnes.'
const pageOf = (text: string) => ({ id: 'tower', url: 'https://example.org', title: 'The tower', text })

function engineAt(
  server: ModelServer,
  { provider, path }: { provider: ModelProvider; path: string },
  more: Partial<LanguageModelSettings> = {},
) {
  const service = { provider, baseUrl: server.url + path, apiKey: server.key ?? undefined }
  return createLanguageModelEngine({ ...service, model: 'llama3.2', fallbackModel: undefined, ...more }, testLog)
}

async function ask(engine: ReturnType<typeof engineAt>, text = TOWER) {
  const { id, url, title } = pageOf(text)
  const pages = [{ id, url, title, summary: '', mainPoints: [], bytes: Buffer.byteLength(text) }]
  const request = { question: 'How high is the tower?', passages: [], history: [], pages }
  const parts: AnswerPart[] = []
  for await (const part of engine.answer({ ...request, readPages: async () => new Map([[id, text]]) })) parts.push(part)
  const textOf = (type: 'text' | 'reasoning') => parts.map((part) => (part.type === type ? part.text : '')).join('')
  return { text: textOf('text'), reasoning: textOf('reasoning') }
}

describe.each(PROVIDERS)('$kind', ({ kind, provider, path }) => {
  let server: ModelServer
  beforeEach(async () => void (server = await start(kind)))

  it('streams an answer, with its reasoning apart [providers-1]', async () => {
    server.key = 'a-key-of-this-provider'
    server.reasoning = 'How many metres is it?'
    const { text, reasoning } = await ask(engineAt(server, { provider, path }))
    expect(text).toBe('The tower is 34 metres high. [1]')
    expect(reasoning).toBe('How many metres is it?')
  })

  it('summarizes a page', async () => {
    const page = { title: 'The tower', content: TOWER, language: 'en' }
    const { summary } = await engineAt(server, { provider, path }).summarize(page)
    expect(summary).toContain('The tower is 34 metres high.')
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"points"')
  })

  it('that refuses a schema is asked for plain text from then on [providers-11]', async () => {
    server.knowsSchemas = false
    const page = { title: 'The tower', content: TOWER, language: 'en' }
    const engine = engineAt(server, { provider, path })
    for (let n = 0; n < 2; n++) expect((await engine.summarize(page)).topics).toContain('tower')
    expect(server.requests).toHaveLength(3)
  })

  it('lists its models with what it says about them [providers-2]', async () => {
    const models = await listModels({ provider, baseUrl: server.url + path, apiKey: undefined })
    const { contextTokens, price, bytes } = models[0] ?? {}
    expect([models[0]?.id, contextTokens, price, bytes]).toEqual(['llama3.2', ...(LISTED[kind] ?? [])])
  })
})

const LISTED: Partial<Record<ServerKind, unknown[]>> = {
  ollama: [131_072, undefined, 2_019_393_189],
  'lm-studio': [undefined, undefined, undefined],
  'llama.cpp': [131_072, undefined, 1_321_083_008],
  vllm: [16_384, undefined, undefined],
  openrouter: [200_000, { input: 3, output: 15 }, undefined],
  anthropic: [undefined, undefined, undefined],
  google: [1_048_576, undefined, undefined],
  mistral: [131_072, undefined, undefined],
  azure: [undefined, undefined, undefined],
}

describe('the context window', () => {
  it.each([
    ['ollama', 'ollama', '', 16_384, 16_384],
    ['ollama', 'ollama', '', 4_096, 8_192],
    ['ollama', 'compatible', '/v1', 4_096, 4_096],
    ['lm-studio', 'compatible', '/v1', 6_000, 6_000],
    ['llama.cpp', 'compatible', '/v1', 4_096, 4_096],
    ['vllm', 'compatible', '/v1', 32_768, 32_768],
    ['openrouter', 'openrouter', '/v1', null, 200_000],
    ['google', 'google', '/v1', null, 1_048_576],
    ['anthropic', 'anthropic', '/v1', null, undefined],
  ] as const)(
    'of %s, asked as %s, is read from the service [providers-3]',
    async (kind, provider, path, loaded, tokens) => {
      const server = await start(kind)
      server.loaded = loaded
      expect(await readWindow({ provider, baseUrl: server.url + path, apiKey: undefined }, 'llama3.2')).toBe(tokens)
    },
  )

  it('that Ollama is to load a model with goes out with each request [providers-4]', async () => {
    const server = await start('ollama')
    await ask(engineAt(server, { provider: 'ollama', path: '' }))
    const [chat] = server.requests.filter(({ path }) => path === '/api/chat')
    expect(chat?.body['options']).toMatchObject({ num_ctx: 8_192, num_predict: 1_000, temperature: 0.7 })
  })

  it('shrinks, and says so, when a service cuts prompts at 4,096 tokens without an error [providers-5]', async () => {
    const server = await start('openrouter')
    server.window = 4_096
    const engine = engineAt(server, { provider: 'openrouter', path: '/v1' })
    const promptsOf = () => server.requests.map(({ body }) => JSON.stringify(body).length)
    const long = `${TOWER} ${'It has stairs of oak. '.repeat(1_200)}`
    await ask(engine, TOWER)
    expect(engine.windows).toEqual([{ model: 'llama3.2', tokens: 200_000, isTruncating: false }])
    await ask(engine, long)
    expect(engine.windows).toEqual([{ model: 'llama3.2', tokens: 4_096, isTruncating: true }])
    await ask(engine, long)
    expect(promptsOf()[2]).toBeLessThan(4_096 * 4)
    expect(promptsOf()[1]).toBeGreaterThan(4_096 * 4)
  })

  it('shrinks when the compatible interface of Ollama cuts at its default of 4,096 tokens [providers-19]', async () => {
    const engine = engineAt(await start('ollama'), { provider: 'compatible', path: '/v1' })
    await ask(engine, `${TOWER} ${'It has stairs of oak. '.repeat(850)}`)
    expect(engine.windows).toEqual([{ model: 'llama3.2', tokens: 4_096, isTruncating: true }])
  })

  it('shrinks after a summary too, and for an alternative model alone [providers-15]', async () => {
    const server = await start('vllm')
    server.models.add('other')
    server.window = 2_048
    const summarized = engineAt(server, { provider: 'compatible', path: '/v1' })
    await summarized.summarize({ title: '塔', content: '塔高三十四米。'.repeat(600), language: 'zh' })
    expect(summarized.windows).toEqual([{ model: 'llama3.2', tokens: 2_048, isTruncating: true }])

    const engine = engineAt(server, { provider: 'compatible', path: '/v1' }, { alternatives: [{ model: 'other' }] })
    const other = engine.withModel('other')
    if (!other) throw new Error('The alternative model has no engine')
    await ask(other, '塔高三十四米。'.repeat(600))
    expect(engine.windows).toEqual([
      { model: 'llama3.2', tokens: 8_192, isTruncating: false },
      { model: 'other', tokens: 2_048, isTruncating: true },
    ])
  })
})

describe('a failure shows administrators what to do', () => {
  const openAi = (message: string, code: string | null = null) => ({ error: { message, type: 'error', code } })
  const google = (message: string, status: string) => ({ error: { code: 400, message, status } })
  const anthropic = (message: string) => ({ type: 'error', error: { type: 'invalid_request_error', message } })
  const QUOTA = 'You exceeded your current quota, please check your plan and billing details.'
  const REGION = 'Country, region, or territory not supported'

  it.each([
    ['openai', 'openai', '/v1', 429, openAi(QUOTA, 'insufficient_quota'), 'model.quota-used'],
    ['openai', 'openai', '/v1', 403, openAi(REGION, 'unsupported_country_region_territory'), 'model.region-refused'],
    ['openrouter', 'openrouter', '/v1', 402, openAi('Insufficient credits'), 'model.quota-used'],
    ['anthropic', 'anthropic', '/v1', 400, anthropic('Your credit balance is too low'), 'model.quota-used'],
    ['google', 'google', '/v1', 429, google(QUOTA, 'RESOURCE_EXHAUSTED'), 'model.quota-used'],
    [
      'google',
      'google',
      '/v1',
      400,
      google('User location is not supported for the API use.', 'FAILED_PRECONDITION'),
      'model.region-refused',
    ],
    ['google', 'google', '/v1', 400, google('API key not valid.', 'INVALID_ARGUMENT'), 'model.key-refused'],
    ['mistral', 'mistral', '/v1', 401, { message: 'Unauthorized' }, 'model.key-refused'],
    ['ollama', 'ollama', '', 404, { error: 'model "llama3.2" not found' }, 'model.not-pulled'],
    [
      'ollama',
      'compatible',
      '/v1',
      404,
      openAi('model "llama3.2" not found, try pulling it first'),
      'model.not-pulled',
    ],
    ['vllm', 'compatible', '/v1', 404, openAi('The model `llama3.2` does not exist.'), 'model.unknown'],
  ] as const)('by %s as %s: %s %i %j is %s [providers-14]', async (kind, provider, path, status, body, code) => {
    const server = await start(kind)
    server.failure = { status, body }
    const { host } = new URL(server.url)
    await expect(ask(engineAt(server, { provider, path }))).rejects.toMatchObject({
      code: 'answer.failed',
      message: 'Failed to get a response. Please try again.',
      values: {},
      cause: { code, values: { host, model: 'llama3.2' } },
    })
  })
})

it('counts on one request at a time for a local model, the slots of llama.cpp, and four for others [providers-12]', async () => {
  const parallelism = async (kind: ServerKind, provider: ModelProvider, path: string) =>
    readParallelism({ provider, baseUrl: (await start(kind)).url + path, apiKey: undefined })
  expect(await parallelism('ollama', 'ollama', '')).toBe(1)
  expect(await parallelism('ollama', 'compatible', '/v1')).toBe(1)
  expect(await parallelism('lm-studio', 'compatible', '/v1')).toBe(1)
  expect(await parallelism('llama.cpp', 'compatible', '/v1')).toBe(1)
  expect(await parallelism('vllm', 'compatible', '/v1')).toBe(4)
  expect(await parallelism('openrouter', 'openrouter', '/v1')).toBe(4)
})

describe('the effort of a thinking model', () => {
  it.each([
    ['ollama', 'ollama', '', 'gpt-oss', { think: 'low' }],
    ['vllm', 'compatible', '/v1', 'Qwen/Qwen3-8B', { reasoning_effort: 'low' }],
    ['openai', 'openai', '/v1', 'gpt-5-mini', { reasoning_effort: 'low' }],
    ['openrouter', 'openrouter', '/v1', 'openai/gpt-5-mini', { reasoning_effort: 'low' }],
    ['anthropic', 'anthropic', '/v1', 'claude-sonnet-4-5', { thinking: { type: 'enabled', budget_tokens: 6_400 } }],
    [
      'google',
      'google',
      '/v1',
      'gemini-2.5-flash',
      { generationConfig: { thinkingConfig: { thinkingBudget: 6_554 } } },
    ],
    // The SDK knows no lower effort of its models.
    ['mistral', 'mistral', '/v1', 'mistral-small-latest', { reasoning_effort: 'high' }],
  ] as const)('goes to %s as %s with each question [providers-20]', async (kind, provider, path, model, expected) => {
    const server = await start(kind)
    server.models = new Set([model])
    await ask(engineAt(server, { provider, path }, { model, effort: 'low' }))
    expect(server.requests.at(-1)?.body).toMatchObject(expected)
  })

  it('is left out for a model that has none [providers-10]', async () => {
    const server = await start('ollama')
    server.thinks = false
    const engine = engineAt(server, { provider: 'ollama', path: '' }, { effort: 'high' })
    expect((await ask(engine)).text).toContain('34 metres')
    await ask(engine)
    const thoughts = server.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body['think'])
    expect(thoughts).toEqual(['high', undefined, undefined])
  })
})

describe('finding servers on this machine', () => {
  /** A server has half a second to respond, which a busy machine may miss. */
  const findAll = async (addresses: readonly string[], count = 1) =>
    waitFor('the servers', async () => {
      const found = await findLocalServers(addresses)
      return found.length >= count && found
    })

  it('finds each kind of server with its models, and nothing else [providers-6]', async () => {
    const kinds = ['ollama', 'lm-studio', 'llama.cpp', 'vllm', 'anthropic'] as const
    const servers = await Promise.all(kinds.map((kind) => start(kind)))
    const found = await findAll([...servers.map(({ url }) => url), 'http://localhost:9'], 4)
    expect(found.map(({ name, provider, models }) => [name, provider, models[0]?.id])).toEqual([
      ['Ollama', 'ollama', 'llama3.2'],
      ['LM Studio', 'compatible', 'llama3.2'],
      ['llama.cpp', 'compatible', 'llama3.2'],
      ['vLLM', 'compatible', 'llama3.2'],
    ])
    expect(found[0]?.models[0]).toMatchObject({ role: 'chat', contextTokens: 131_072, bytes: 2_019_393_189 })
  })

  it('offers no model that Ollama runs elsewhere, but lists where it does [providers-21]', async () => {
    const { url, models } = await start('ollama')
    models.add('gpt-oss:120b-cloud')
    const [found] = await findAll([url])
    expect(found?.models.map(({ id }) => id)).toEqual(['llama3.2'])
    const listed = await listModels({ provider: 'ollama', baseUrl: url, apiKey: undefined })
    expect(listed[0]).toMatchObject({ id: 'gpt-oss:120b-cloud', remoteHost: 'https://ollama.com:443' })
  })

  it('looks at the usual ports, in a container also of the machine that runs it [providers-17]', async () => {
    const ports = [11434, 1234, 8080, 8000]
    const at = (host: string) => ports.map((port) => `http://${host}:${port}`)
    const known = async (name: string) => name === 'host.docker.internal'
    expect(await usualAddresses(false, known)).toEqual(at('localhost'))
    expect(await usualAddresses(true, known)).toEqual([...at('localhost'), ...at('host.docker.internal')])
    expect(await usualAddresses(true, async () => false)).toEqual(at('localhost'))
  })

  it('gives up on a port that stays silent after half a second, while others are found [providers-18]', async () => {
    const silent = createServer(() => {}).listen(0)
    onTestFinished(() => silent.closeAllConnections())
    // address() is an AddressInfo for TCP servers.
    const { port } = silent.address() as AddressInfo
    const { url } = await start('ollama')
    const startedAt = performance.now()
    const found = await findLocalServers([`http://localhost:${port}`, url])
    const ms = performance.now() - startedAt
    expect(found.map(({ name }) => name)).toEqual(['Ollama'])
    expect(ms).toBeGreaterThan(400)
    // Ten times the limit, for a busy machine.
    expect(ms).toBeLessThan(5_000)
  })

  it('finds an Ollama that has no model yet [providers-13]', async () => {
    const server = await start('ollama')
    server.models.clear()
    expect(await findAll([server.url])).toEqual([
      { name: 'Ollama', provider: 'ollama', address: server.url, models: [] },
    ])
  })
})

it.each([
  ['ollama', 'ollama', '', '/v1/embeddings'],
  ['mistral', 'mistral', '/v1', '/v1/embeddings'],
  ['vllm', 'compatible', '/v1', '/v1/embeddings'],
  ['openai', 'openai', '/v1', '/v1/embeddings'],
  ['openrouter', 'openrouter', '/v1', '/v1/embeddings'],
  ['azure', 'azure', '/openai/v1', '/openai/v1/embeddings'],
  ['google', 'google', '/v1', '/v1/models/embed:batchEmbedContents'],
] as const)('embeds texts with %s as %s [providers-16]', async (kind, provider, path, requested) => {
  const server = await start(kind)
  server.key = 'a-key'
  const embedder = createEmbedder({ provider, baseUrl: server.url + path, apiKey: 'a-key', model: 'embed' })
  const [one, other, same] = await embedder.embed(['The tower is high', 'Oak stairs', 'the tower is HIGH'])
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  expect(server.requests[0]?.path).toBe(requested)
  expect(await embedder.embedQuestion('The tower is high', 5_000)).toEqual(one)
})

describe('reranking', () => {
  const TEXTS = ['Lamps are lit at dusk.', 'The tower is 34 metres high.', 'The tower has oak stairs.']

  it.each([
    ['llama.cpp', '/v1'],
    ['vllm', '/v1'],
    ['jina', '/v1'],
    ['cohere', '/v2'],
  ] as const)('by %s scores each passage, in their order [providers-8]', async (kind, path) => {
    const server = await start(kind)
    server.key = 'a-key'
    const settings = {
      provider: 'compatible',
      baseUrl: server.url + path,
      apiKey: 'a-key',
      model: 'reranker',
    } as const
    const scores = await createReranker(settings).score('How high is the tower?', TEXTS, 5_000)
    expect(scores.map((score) => Math.round(score * 5))).toEqual([0, 4, 2])
    expect(server.requests[0]?.path).toBe(`${path}/rerank`)
    expect(server.requests[0]?.body).toMatchObject({ model: 'reranker', query: 'How high is the tower?', top_n: 3 })
    await expect(createReranker({ ...settings, apiKey: 'wrong' }).score('?', TEXTS, 5_000)).rejects.toMatchObject({
      kind: 'auth',
    })
  })

  it('is left out for a while after a failure or a timeout, so that no question waits for it again [providers-9]', async () => {
    const server = await start('jina')
    server.key = 'a-key'
    const settings = {
      provider: 'compatible',
      baseUrl: `${server.url}/v1`,
      apiKey: undefined,
      model: 'x',
    } as const
    const reranker = createReranker(settings)
    expect(await reranker.tryScore('How high?', TEXTS, 5_000)).toBeNull()
    expect(await reranker.tryScore('How high?', TEXTS, 5_000)).toBeNull()
    expect(server.requests).toHaveLength(1)
    const silent = createServer(() => {}).listen(0)
    onTestFinished(() => silent.closeAllConnections())
    // address() is an AddressInfo for TCP servers.
    const { port } = silent.address() as AddressInfo
    const waiting = createReranker({ ...settings, baseUrl: `http://localhost:${port}` })
    expect(await waiting.tryScore('How high?', TEXTS, 20)).toBeNull()
  })
})

it('downloads a model through Ollama with its progress, and says why it cannot [providers-7]', async () => {
  const server = await start('ollama')
  const shares: (number | null)[] = []
  const { signal } = new AbortController()
  for await (const { share } of pullModel(server.url, 'qwen3', signal)) shares.push(share)
  expect(shares).toEqual([null, 0, 0.5, 1, null])
  expect(server.models).toContain('qwen3')
  const failing = async () => {
    for await (const _ of pullModel(server.url, 'no-such-model', signal));
  }
  await expect(failing()).rejects.toThrow('file does not exist')
})
