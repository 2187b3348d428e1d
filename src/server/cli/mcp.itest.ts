/** `readback mcp`, started by a client of the official SDK as desktop clients start it. */
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openControl } from '#server/cli/open-control.ts'
import { serveLocalClient } from '#server/mcp/serve-local-client.ts'
import { createApiKey } from '#test/api-key.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { newTestDatabase } from '#test/database.ts'
import { connectMcpOver } from '#test/mcp-client.ts'
import { waitFor } from '#test/wait-for.ts'

let app: TestApp
let control: Awaited<ReturnType<typeof openControl>>
beforeAll(async () => {
  app = await openTestApp({ defaultTier: 'pro' })
  const { services } = app
  const serveMcp = (stream: Parameters<typeof serveLocalClient>[1], email: string | undefined) =>
    serveLocalClient(services, stream, email)
  control = await openControl({
    context: { ...services, adminEmails: [], serveMcp },
    dataDir: services.config.dataDir,
  })
})
afterAll(async () => {
  await control?.close()
  await app?.close()
})

/** Runs `readback mcp ARGS` and connects to it; `messages` is what it has written to standard error. */
function start(args: string[], environment: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', 'src/server/cli/mcp.ts', ...args],
    env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...environment },
    stderr: 'pipe',
  })
  let text = ''
  transport.stderr?.on('data', (chunk) => (text += String(chunk)))
  return { connected: connectMcpOver(transport), messages: () => text }
}

it('connects to the running server without a key, as an operator’s account when no account exists', async () => {
  const DATA_DIR = app.services.config.dataDir
  const { connected, messages } = start([], { DATA_DIR })
  const mcp = await connected
  expect(messages()).toBe('Connected as operator@readback.localhost.\n')
  expect((await mcp.client.listTools()).tools.map(({ name }) => name)).toContain('verify_quote')
  expect((await mcp.call('list_crawls')).answer).toMatchObject({ crawls: [] })
  await mcp.close()

  await app.signUp()
  const again = await start([], { DATA_DIR }).connected
  expect((await again.call('list_crawls')).answer).toMatchObject({ crawls: [] })
  await again.close()
})

it('acts for the account with the given address, and reports an unknown address', async () => {
  const DATA_DIR = app.services.config.dataDir
  const person = await app.signUp()
  const { body } = await person.post('/api/notebooks', { title: 'Tides' })
  const mcp = await start(['--email', person.email], { DATA_DIR }).connected
  const { answer } = await mcp.call('list_notebooks')
  expect(answer.notebooks).toMatchObject([{ notebook_id: body.id, title: 'Tides' }])
  await mcp.close()

  const unknown = start(['--email', 'bo@example.org'], { DATA_DIR })
  await expect(unknown.connected).rejects.toThrow('Connection closed')
  expect(unknown.messages()).toBe('There’s no account for bo@example.org.\n')
})

it('connects to a server elsewhere with a key, and reports a key that is not valid as the server does', async () => {
  const person = await app.signUp()
  const { secret } = await createApiKey(person, ['read'])
  const mcp = await start(['--url', app.origin], { READBACK_API_KEY: secret }).connected
  expect((await mcp.call('list_crawls')).answer).toMatchObject({ crawls: [] })
  expect((await mcp.call('crawl_site', { url: 'https://example.org' })).error).toMatchObject({ code: 'key.scope' })
  await mcp.close()

  const refused = start(['--url', app.origin], { READBACK_API_KEY: 'rb_nothing' })
  await expect(refused.connected).rejects.toThrow('did not answer')
  const missing = start(['--url', app.origin], {})
  await expect(missing.connected).rejects.toThrow('Connection closed')
  expect(missing.messages()).toContain('Set READBACK_API_KEY to an API key')
})

it('starts the server when none runs, and stops it when the client disconnects', async () => {
  const { dataDir: DATA_DIR } = await newTestDatabase()
  const { connected, messages } = start([], { DATA_DIR })
  const mcp = await connected
  expect((await mcp.call('list_crawls')).answer).toMatchObject({ crawls: [] })
  const [, origin = ''] = /Readback is ready at (\S+)/.exec(messages()) ?? []
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  await mcp.close()
  await waitFor('the server to stop', async () => !(await fetch(`${origin}/healthz`).catch(() => null)))
}, 60_000)
