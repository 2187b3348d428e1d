import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { adminAuditLogs, adminUsers, systemSettings } from '#server/platform/db/schema/index.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { type ModelServer, startModelServer } from '#test/model-server.ts'

const KEY = 'sk-planted-0123456789-abcd'

let app: TestApp
let administrator: Client
let ollama: ModelServer
let openrouter: ModelServer
beforeAll(async () => {
  ollama = await startModelServer('ollama')
  openrouter = await startModelServer('openrouter')
  app = await openTestApp({ localModelServers: [ollama.url, 'http://localhost:9'] })
  administrator = await signUpAdministrator(app)
})
afterAll(async () => {
  await app.close()
  await Promise.all([ollama.close(), openrouter.close()])
})
beforeEach(async () => {
  await app.services.db.delete(systemSettings)
  await app.services.db.delete(adminAuditLogs)
  await app.services.storedSettings.refresh()
  openrouter.key = null
  openrouter.requests.length = 0
})

const at = (server: ModelServer) => ({ provider: 'openrouter', address: `${server.url}/v1` })
const choose = (role: string, choice: object) => administrator.put(`/api/admin/models/${role}`, choice)
const engine = async () => (await app.visitor.get('/api/instance')).body.engine

describe('the models', () => {
  it('found on this machine are offered and never switched on without a choice [models-1]', async () => {
    const { servers } = (await administrator.get('/api/admin/models/found')).body
    expect(servers).toMatchObject([
      { name: 'Ollama', provider: 'ollama', address: ollama.url, models: [{ id: 'llama3.2' }] },
    ])
    expect(await engine()).toMatchObject({ kind: 'built-in' })
    const { provider, address } = servers[0]
    const { status } = await choose('chat', { provider, address, model: 'llama3.2' })
    expect(status).toBe(200)
    expect(await engine()).toMatchObject({ kind: 'language-model', name: 'llama3.2', host: new URL(ollama.url).host })
  })

  it('for answers, embeddings and reranking each have a provider, an address and a key of their own [models-2]', async () => {
    await choose('chat', { ...at(openrouter), model: 'llama3.2', key: KEY })
    const { body } = await choose('embedding', { provider: 'ollama', address: ollama.url, model: 'embed' })
    expect(body).toMatchObject({
      chat: { source: 'stored', provider: 'openrouter', model: 'llama3.2', key: '••••••••abcd' },
      embedding: { source: 'stored', provider: 'ollama', address: ollama.url, model: 'embed', key: '' },
    })
    expect(app.services.embedder?.model).toBe('embed')
    await choose('reranking', {
      provider: 'compatible',
      address: `${ollama.url}/v1`,
      model: 'reranker',
      key: 'another',
    })
    expect(app.services.reranker?.model).toBe('reranker')
    expect((await administrator.get('/api/admin/models')).body.reranking).toMatchObject({ model: 'reranker' })
    await administrator.request('DELETE', '/api/admin/models/reranking')
    expect(app.services.reranker).toBeNull()
    await administrator.request('DELETE', '/api/admin/models/embedding')
    expect(app.services.embedder).toBeNull()
    const audited = JSON.stringify(await app.services.db.select().from(adminAuditLogs))
    expect(audited).toContain('llama3.2')
    expect(audited).not.toContain('planted')
  })

  it('keep a key while the address stays the same, and never send it to another [models-3]', async () => {
    openrouter.key = KEY
    await choose('chat', { ...at(openrouter), model: 'llama3.2', key: KEY })
    const { body } = await administrator.post('/api/admin/models/list', at(openrouter))
    expect(body).toMatchObject({ error: null, models: [{ id: 'llama3.2', contextTokens: 200_000 }] })
    await choose('chat', { ...at(openrouter), model: 'another' })
    expect(app.services.languageModel()).toMatchObject({ model: 'another', apiKey: KEY })
    const elsewhere = await startModelServer('openrouter')
    await choose('chat', { ...at(elsewhere), model: 'llama3.2' })
    expect(app.services.languageModel()).toMatchObject({ apiKey: undefined })
    await elsewhere.close()
  })

  it('take over the OpenAI key that was stored before [models-4]', async () => {
    await administrator.patch('/api/admin/settings', { openai_api_key: KEY })
    await choose('chat', { provider: 'openai', model: 'gpt-5' })
    expect(app.services.languageModel()).toMatchObject({ baseUrl: 'https://api.openai.com/v1', apiKey: KEY })
    await choose('chat', { provider: 'openai', model: 'gpt-5', key: 'sk-planted-a-newer-key-wxyz' })
    const { body } = await administrator.get('/api/admin/settings')
    expect(body.settings.openai_api_key).toMatchObject({ shown: '••••••••wxyz', source: 'stored' })
  })

  it.each([
    [{ provider: 'azure', model: 'x' }, 'address'],
    [{ provider: 'compatible', address: 'http://169.254.169.254/v1', model: 'x' }, 'address'],
    [{ provider: 'compatible', address: 'file:///etc/passwd', model: 'x' }, 'address'],
    [{ provider: 'openai', model: '' }, 'model'],
    [{ provider: 'openai', model: 'x', key: 'two words' }, 'key'],
  ])('refuse %j', async (choice, field) => {
    const { status, body } = await choose('chat', choice)
    expect([status, body.error.field]).toEqual([400, field])
  })
})

describe('a test of a model', () => {
  const test = async (role: string, choice: object) =>
    (await administrator.post(`/api/admin/models/${role}/test`, choice)).body

  it('sends one real request with what is typed, before it is saved [models-5]', async () => {
    const result = await test('chat', { provider: 'ollama', address: ollama.url, model: 'llama3.2' })
    expect(result).toMatchObject({ ok: true, model: 'llama3.2' })
    expect(await test('embedding', { provider: 'ollama', address: ollama.url, model: 'embed' })).toMatchObject({
      ok: true,
    })
    const reranker = { provider: 'compatible', address: `${openrouter.url}/v1`, model: 'reranker' }
    expect(await test('reranking', reranker)).toMatchObject({ ok: true, model: 'reranker' })
    expect(openrouter.requests.at(-1)?.path).toBe('/v1/rerank')
    openrouter.key = KEY
    expect(await test('reranking', reranker)).toMatchObject({ ok: false, error: { code: 'model.key-refused' } })
    expect(await engine()).toMatchObject({ kind: 'built-in' })
  })

  it.each([
    [
      'a model that is not installed',
      () => ({ provider: 'ollama', address: ollama.url, model: 'qwen3' }),
      'model.not-pulled',
    ],
    [
      'a server that is down',
      () => ({ provider: 'compatible', address: 'http://localhost:9/v1', model: 'x' }),
      'model.unreachable',
    ],
    ['an unknown model', () => ({ ...at(openrouter), model: 'x', key: KEY }), 'model.unknown'],
    ['a wrong key', () => ({ ...at(openrouter), model: 'llama3.2', key: 'wrong' }), 'model.key-refused'],
  ])('says what to do about %s [models-6]', async (_name, choice, code) => {
    openrouter.key = KEY
    expect(await test('chat', choice())).toMatchObject({ ok: false, error: { code } })
  })
})

describe('before there is an administrator', () => {
  const ask = (headers: Record<string, string> = {}) =>
    app.visitor.request('GET', '/api/first-steps', undefined, headers).then(({ body }) => body)
  const NOTHING = { needsAdministrator: false, servers: [] }
  const withoutAdministrator = async () => {
    const { db } = app.services
    const administrators = await db.delete(adminUsers).returning()
    onTestFinished(async () => void (await db.insert(adminUsers).values(administrators)))
  }

  it('shows the operator on this machine which model servers it runs [models-12]', async () => {
    expect(await ask()).toEqual(NOTHING)
    await withoutAdministrator()
    // Answers no question.
    install('nomic-embed-text')
    expect(await ask()).toEqual({ needsAdministrator: true, servers: [{ name: 'Ollama', models: 1 }] })
  })

  it('shows a visitor from elsewhere nothing, also through a proxy on this machine [models-13]', async () => {
    await withoutAdministrator()
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.7' },
      { 'X-Real-IP': '203.0.113.7' },
      { Forwarded: 'for=203.0.113.7' },
      { Via: '1.1 proxy' },
    ] as Record<string, string>[])
      expect(await ask(headers)).toEqual(NOTHING)
    const { port } = new URL(app.visitor.origin)
    const rebinding = await sendAs(`readback.example:${port}`, app.visitor.origin)
    expect(rebinding).toEqual(NOTHING)
    const { appUrl } = app.services
    onTestFinished(() => void (app.services.appUrl = appUrl))
    app.services.appUrl = 'https://readback.example'
    expect(await ask()).toEqual(NOTHING)
  })
})

/** `fetch` sets the Host header itself. */
async function sendAs(host: string, origin: string): Promise<unknown> {
  const [response] = await once(get(`${origin}/api/first-steps`, { headers: { Host: host } }), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** Until the end of the test. */
function install(model: string) {
  ollama.models.add(model)
  onTestFinished(() => void ollama.models.delete(model))
}

it('MODEL=auto uses the first model found on this machine, unless one is configured [models-7]', async () => {
  // Ollama passes its prompts on.
  install('gpt-oss:120b-cloud')
  const automatic = await openTestApp({ model: 'auto', localModelServers: ['http://localhost:9', ollama.url] })
  expect((await automatic.visitor.get('/api/instance')).body.engine).toMatchObject({ name: 'llama3.2' })
  const there = await signUpAdministrator(automatic)
  expect((await there.get('/api/admin/models')).body.chat).toMatchObject({ source: 'environment', model: 'llama3.2' })
  await automatic.close()
})
