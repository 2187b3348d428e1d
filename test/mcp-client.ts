/** An MCP client of the official SDK, connected to a server under test. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'

const Answer = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string() })),
  // Tests read responses of many shapes; a wrong assumption fails the test.
  structuredContent: z.any().optional(),
  isError: z.boolean().optional(),
})

export type Progress = { progress: number; total?: number | undefined; message?: string | undefined }

/** Connects with the given HTTP headers. Rejects when the server denies access. */
export async function connectMcp(url: string, headers: Record<string, string>) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  // The SDK's optional callbacks lack `| undefined`, which exactOptionalPropertyTypes requires.
  return connectMcpOver(transport as Transport)
}

export async function connectMcpOver(transport: Transport) {
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  await client.connect(transport)
  // The SDK checks an answer against its tool's output schema once it has read the list.
  await client.listTools()
  return {
    client,
    sessionId: transport.sessionId,
    async call(name: string, args: Record<string, unknown> = {}, onprogress?: (progress: Progress) => void) {
      const options = { timeout: 60_000, ...(onprogress && { onprogress }) }
      const { content, structuredContent, isError } = Answer.parse(
        await client.callTool({ name, arguments: args }, undefined, options),
      )
      // A failure of a tool is its message and the failure object of the API; the SDK's own errors are text alone.
      const [message = '', failure] = content.map(({ text }) => text)
      if (isError) return { text: message, error: failure && JSON.parse(failure).error, isError }
      return { text: content.map(({ text }) => text).join('\n'), answer: structuredContent, isError: false }
    },
    close: () => client.close(),
  }
}
