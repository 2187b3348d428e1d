/** Runs the commands that /connect shows, word for word. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { z } from 'zod'
import { setTier } from '#server/admin/set-tier.ts'
import { DEFAULT_API_SCOPES } from '#shared/api-keys.ts'
import {
  claudeCommand,
  claudeFile,
  commandFile,
  type Connection,
  type CurlStep,
  curlSteps,
  cursorFile,
} from '#shared/connect-examples.ts'
import { createApiKey } from '#test/api-key.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { connectMcp } from '#test/mcp-client.ts'
import { waitFor } from '#test/wait-for.ts'

const run = promisify(execFile)
const ServerFile = z.object({
  mcpServers: z.object({
    readback: z.object({ type: z.literal('http').optional(), url: z.url(), headers: z.record(z.string(), z.string()) }),
  }),
})

const CommandFile = z.object({
  mcpServers: z.object({
    readback: z.object({ command: z.string(), args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
  }),
})

let app: TestApp
/** With the key that people create unless they select more. */
let connection: Connection
let crawlKey: string

beforeAll(async () => {
  app = await openTestApp()
  const person = await app.signUp()
  await setTier(app.services.db, { userId: person.userId, tier: 'pro' })
  const { secret } = await createApiKey(person, DEFAULT_API_SCOPES)
  connection = { origin: app.origin, key: secret }
  crawlKey = (await createApiKey(person, ['crawl'])).secret
})

afterAll(() => app?.close())

/** Of the MCP server; mcp.itest.ts names them. */
const TOOLS = 13

async function toolsAt(url: string, headers: Record<string, string>) {
  const mcp = await connectMcp(url, headers)
  const { tools } = await mcp.client.listTools()
  await mcp.close()
  return tools.length
}

it('the Claude Code command passes server and header through the shell', async () => {
  // A stub that prints its arguments, one per line.
  const { stdout } = await run('bash', ['-c', `claude() { printf '%s\\n' "$@"; }\n${claudeCommand(connection)}`])
  const [mcp, add, transport, http, name, url = '', flag, header = '', ...rest] = stdout.trimEnd().split('\n')
  expect([mcp, add, transport, http, name, flag, rest]).toEqual([
    'mcp',
    'add',
    '--transport',
    'http',
    'readback',
    '--header',
    [],
  ])
  const [key = '', value = ''] = header.split(': ')
  expect(await toolsAt(url, { [key]: value })).toBe(TOOLS)
})

it.each([
  ['.mcp.json of Claude Code', claudeFile],
  ['mcp.json of Cursor', cursorFile],
])('the file %s connects', async (_name, example) => {
  const { url, headers } = ServerFile.parse(JSON.parse(example(connection))).mcpServers.readback
  expect(await toolsAt(url, headers)).toBe(TOOLS)
})

it('the file of Claude Desktop starts a command that connects', async () => {
  const { command, args, env } = CommandFile.parse(JSON.parse(commandFile(connection))).mcpServers.readback
  expect(command).toBe('readback')
  // The package's command, without the package.
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['scripts/readback.mjs', ...args],
    env,
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  expect((await client.listTools()).tools).toHaveLength(TOOLS)
})

it('the first curl command after the key works with a key of the default permissions', async () => {
  const [saveKey, first] = curlSteps(connection)
  const { stdout } = await run('bash', ['-ec', `${saveKey?.command}\n${first?.command}`])
  expect(JSON.parse(stdout)).toEqual({ crawls: [], next: null })
})

it('the curl commands lead from the key to a cited answer [connect-examples-1]', async () => {
  const known = new Map<string, string>()
  const steps = new Map(curlSteps(connection).map(({ name, command }) => [name, command]))
  /** Runs in a new shell with the exports of earlier steps; `…` is where the reader inserts an id. */
  async function runStep(name: CurlStep['name']) {
    const filled = steps
      .get(name)
      ?.replace(/^export (\w+)=…/m, (_line, variable: string) => `export ${variable}=${known.get(variable)}`)
    const before = [...known].map(([name, value]) => `export ${name}=${value}`).join('\n')
    const key = name === 'exampleCrawl' ? `export READBACK_KEY=${crawlKey}` : steps.get('exampleSaveKey')
    return (await run('bash', ['-ec', [key, before, filled].join('\n')])).stdout
  }
  const started: { id: string } = JSON.parse(await runStep('exampleCrawl'))
  const { crawls }: { crawls: { id: string }[] } = JSON.parse(await runStep('exampleList'))
  expect(crawls.map(({ id }) => id)).toEqual([started.id])
  known.set('CRAWL_ID', started.id)
  const page = await waitFor('the crawl', async () => {
    const found: { status: string; pages: { id: string; url: string }[] } = JSON.parse(await runStep('exampleStatus'))
    return found.status === 'finished' && found.pages.find(({ url }) => url.endsWith('/help'))
  })
  expect(JSON.parse(await runStep('exampleSearch')).passages[0].text).toMatch(/credit/)
  known.set('PAGE_ID', page.id)
  expect(JSON.parse(await runStep('exampleProcess'))).toMatchObject({ processed: 1 })
  const answer = await runStep('exampleAsk')
  expect(answer).toContain('event: citations')
  expect(answer).toContain('"state":"quoted"')
})
