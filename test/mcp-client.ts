/** A client of the official SDK, connected to /mcp of a server under test. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'

const Answer = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string() })),
  // Tests look into answers of many shapes; a wrong guess fails the test.
  structuredContent: z.any().optional(),
  isError: z.boolean().optional(),
})

export type Progress = { progress: number; total?: number | undefined; message?: string | undefined }

/** `headers` as a program's settings give them. Rejects when the server lets nobody in. */
export async function connectMcp(url: string, headers: Record<string, string>) {
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  // The SDK writes its optional callbacks without `| undefined`, which this strictness tells apart.
  await client.connect(transport as Transport)
  return {
    client,
    sessionId: transport.sessionId,
    async call(name: string, args: Record<string, unknown> = {}, onprogress?: (progress: Progress) => void) {
      const options = { timeout: 60_000, ...(onprogress && { onprogress }) }
      const { content, structuredContent, isError } = Answer.parse(await client.callTool({ name, arguments: args }, undefined, options))
      return { text: content.map(({ text }) => text).join('\n'), answer: structuredContent, isError: isError ?? false }
    },
    close: () => client.close(),
  }
}
