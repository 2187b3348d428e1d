/**
 * Ollama's own /api/chat. Its OpenAI-compatible one ignores `num_ctx` and cuts longer prompts at the default without an
 * error (https://github.com/ollama/ollama/blob/main/docs/api.md).
 */
import { APICallError } from 'ai'
import { z } from 'zod'
import { type ChatModel, fetchWithoutRedirect, type ProviderSettings } from './provider-settings.ts'
import { splitLines } from './split-lines.ts'

const Chunk = z.object({
  message: z.object({ content: z.string().default(''), thinking: z.string().nullish() }).optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
  error: z.string().optional(),
})
type Chunk = z.infer<typeof Chunk>
type CallOptions = Parameters<ChatModel['doStream']>[0]
type StreamPart = Awaited<ReturnType<ChatModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

export function createOllamaChat(
  { baseUrl, apiKey }: ProviderSettings,
  model: string,
  windowOf: (model: string) => number,
): ChatModel {
  const url = `${baseUrl}/api/chat`

  async function send(options: CallOptions, stream: boolean): Promise<Response> {
    const { temperature, maxOutputTokens, reasoning, responseFormat, abortSignal } = options
    const body = {
      model,
      stream,
      ...(reasoning && { think: reasoning }),
      ...(responseFormat?.type === 'json' && { format: responseFormat.schema ?? 'json' }),
      messages: options.prompt.map(({ role, content }) => ({ role, content: textOf(content) })),
      options: {
        num_ctx: windowOf(model),
        ...(temperature !== undefined && { temperature }),
        ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }),
      },
    }
    const response = await fetchWithoutRedirect(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      ...(abortSignal && { signal: abortSignal }),
    }).catch((cause: unknown) => {
      if (abortSignal?.aborted) throw cause
      throw new APICallError({ message: reasonOf(cause), url, requestBodyValues: body, cause })
    })
    if (response.ok) return response
    const responseBody = await response.text()
    throw new APICallError({
      message: errorIn(responseBody) ?? response.statusText,
      url,
      requestBodyValues: body,
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    })
  }

  return {
    async doStream(options) {
      const response = await send(options, true)
      if (!response.body) throw new Error('The response has no body')
      const lines = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(splitLines())
      return { stream: lines.pipeThrough(toParts()) }
    },
    async doGenerate(options) {
      const chunk = Chunk.parse(await (await send(options, false)).json())
      const text = chunk.message?.content ?? ''
      return { content: [{ type: 'text', text }], ...endOf(chunk), warnings: [] }
    },
  }
}

function toParts() {
  return new TransformStream<string, StreamPart>({
    transform(line, controller) {
      const chunk = Chunk.parse(JSON.parse(line))
      const { content = '', thinking } = chunk.message ?? {}
      if (chunk.error !== undefined) controller.enqueue({ type: 'error', error: new Error(chunk.error) })
      if (thinking) controller.enqueue({ type: 'reasoning-delta', id: 'reasoning', delta: thinking })
      if (content !== '') controller.enqueue({ type: 'text-delta', id: 'text', delta: content })
      if (chunk.done) controller.enqueue({ type: 'finish', ...endOf(chunk) })
    },
  })
}

function endOf({ done_reason: reason, prompt_eval_count: input, eval_count: output }: Chunk) {
  return {
    finishReason: { unified: reason === 'length' ? ('length' as const) : ('stop' as const), raw: reason },
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  }
}

function textOf(content: CallOptions['prompt'][number]['content']): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

const reasonOf = (cause: unknown) =>
  cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause)

/** Undefined unless the body is JSON with an error text. */
function errorIn(body: string): string | undefined {
  try {
    return z.object({ error: z.string() }).parse(JSON.parse(body)).error
  } catch {
    return undefined
  }
}
