/**
 * `readback mcp`: MCP over stdio, for clients that start their servers themselves. Connects standard input and output
 * to the server of this data folder, which is started if none runs, or with --url to the /mcp address of a server
 * elsewhere.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { readConfig } from '#server/platform/config.ts'
import { loadEnvironment } from '#server/platform/environment.ts'
import { OperatorError } from '#server/platform/operator-error.ts'
import { connectToServer, sendCommand } from './call-server.ts'
import type { McpCommand } from './open-control.ts'

const USAGE = `Usage:
  readback mcp [--email EMAIL]    the installation on this machine, as its only account or the one with this address
  readback mcp --url URL          a server elsewhere; its API key in READBACK_API_KEY`

const KEY_SETTING = 'READBACK_API_KEY'
/** The server starts in seconds. */
const CONNECT_INTERVAL_MS = 100

/** JSON-RPC's code for a failure inside the server; it has none for a server that cannot be reached. */
const INTERNAL_ERROR = -32603

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' }, email: { type: 'string' } } })
  const environment = loadEnvironment()
  if (values.url !== undefined) return relayToAddress(values.url, environment[KEY_SETTING])
  const { [KEY_SETTING]: _, ...settings } = environment
  return relayToInstallation(settings, values.email)
}

async function relayToInstallation(settings: NodeJS.ProcessEnv, email: string | undefined): Promise<number> {
  const { dataDir } = readConfig(settings)
  let server: ChildProcess | null = null
  try {
    let socket = await connectToServer(dataDir)
    if (!socket) {
      server = await startServer(settings)
      socket = await connectToStarted(dataDir, server)
    }
    return await relay(socket, { command: 'mcp', ...(email !== undefined && { email }) })
  } finally {
    if (server && server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  }
}

/** Standard output belongs to MCP, so the server's goes to standard error. */
async function startServer(settings: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const env = { ...settings, PORT: settings['PORT'] ?? String(await findFreePort()) }
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', main], {
    env,
    stdio: ['ignore', 2, 2],
  })
}

async function connectToStarted(dataDir: string, server: ChildProcess): Promise<Socket> {
  while (server.exitCode === null && server.signalCode === null) {
    const socket = await connectToServer(dataDir)
    if (socket) return socket
    await sleep(CONNECT_INTERVAL_MS)
  }
  throw new OperatorError('The server did not start. Its messages above say why.')
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function relay(socket: Socket, command: McpCommand): Promise<number> {
  const outcome = await sendCommand(socket, command)
  process.stderr.write(`${outcome.message}\n`)
  if (!outcome.ok) return 1
  process.stdin.pipe(socket).pipe(process.stdout)
  await once(socket, 'close')
  return 0
}

async function relayToAddress(url: string, key: string | undefined): Promise<number> {
  if (!key) throw new OperatorError(`Set ${KEY_SETTING} to an API key of ${url}. Create one on its Connections screen.`)
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(url)
  if (!parsed.success) throw new OperatorError(`${url} is not a web address. Write it as https://readback.example.org.`)
  const { origin } = new URL(parsed.data)
  const client = new StdioServerTransport()
  const server = new StreamableHTTPClientTransport(new URL('/mcp', origin), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  const answer = (message: JSONRPCMessage) => void client.send(message)
  server.onmessage = answer
  client.onmessage = (message) => {
    server.send(message).catch((error: unknown) => {
      const text = `${origin} did not answer: ${error instanceof Error ? error.message : String(error)}`
      process.stderr.write(`${text}\n`)
      if (isJSONRPCRequest(message))
        answer({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: text } })
    })
  }
  await server.start()
  await client.start()
  await once(process.stdin, 'end')
  await server.close()
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isArgumentError = error instanceof TypeError && 'code' in error
  if (!isArgumentError && !(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n${isArgumentError ? `\n${USAGE}\n` : ''}`)
  process.exitCode = isArgumentError ? 2 : 1
}
