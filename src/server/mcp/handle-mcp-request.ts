/** One MCP request. Each gets its own server, bound to the API key's owner, so nothing is kept between requests. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createMcpServer } from './create-mcp-server.ts'
import type { ToolContext } from './run-tool.ts'

export async function handleMcpRequest(request: Request, context: ToolContext): Promise<Response> {
  const server = createMcpServer(context)
  // Without a session id generator the transport is stateless.
  const transport = new WebStandardStreamableHTTPServerTransport()
  // The SDK's optional callbacks lack `| undefined`, which exactOptionalPropertyTypes rejects.
  await server.connect(transport as Transport)
  // Cancels what the client waits for.
  request.signal.addEventListener('abort', () => void server.close(), { once: true })
  return transport.handleRequest(request)
}
