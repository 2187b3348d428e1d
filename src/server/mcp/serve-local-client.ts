/** MCP over a stream of this machine: the control socket, which only the operator can open, so it needs no key. */
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { findOperatorAccount } from '#server/accounts/operator-account.ts'
import { ApiScope } from '#shared/api-keys.ts'
import type { Services } from '#server/services.ts'
import { createMcpServer } from './create-mcp-server.ts'

/**
 * Writes the outcome of the command, then answers messages until the client disconnects. Throws as
 * `findOperatorAccount`.
 */
export async function serveLocalClient(services: Services, stream: Duplex, email: string | undefined): Promise<void> {
  const { userId, email: address, tier } = await findOperatorAccount(services.db, email)
  const clientId = `local ${randomUUID()}`
  const server = createMcpServer({ services, userId, tier, scopes: ApiScope.options, clientId })
  const transport = new StdioServerTransport(stream, stream)
  stream.once('close', () => void server.close())
  // The SDK's optional callbacks lack `| undefined`, which exactOptionalPropertyTypes rejects.
  await server.connect(transport as Transport)
  stream.write(`${JSON.stringify({ ok: true, message: `Connected as ${address}.` })}\n`)
}
