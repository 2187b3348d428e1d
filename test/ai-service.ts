/**
 * A stand-in for an OpenAI-compatible service: a real HTTP server with chat completions (also streamed) and embeddings
 * that answers from the pages in its system message and can simulate faults.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { analyze, answerFromPages, repeatQuestion } from './ai-answers.ts'

export type ChatRequest = {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  temperature?: number
  max_tokens?: number
  max_completion_tokens?: number
}

/** A fault of a response. */
export type Fault =
  | { status: number; headers?: Record<string, string>; error?: Record<string, unknown> | string }
  /** Never responds. */
  | 'silence'
  /** Sends a few chunks, then closes the connection or stalls. */
  | 'cut'
  | 'stall'
  /** Responds with invalid JSON. */
  | 'malformed'
  | 'refusal'
  | 'no-choices'
  | 'empty'
  /** Spends all its tokens on reasoning. */
  | 'spent'
  /** Ends at the token limit after its text. */
  | 'truncated'
  /** Pauses a streamed answer until the promise resolves. */
  | { hold: Promise<void> }

export type AiService = {
  /** For the setting OPENAI_BASE_URL. */
  url: string
  /** Available models; the service responds to others with 404. */
  models: Set<string>
  /** False: GET /models answers 404, as with services that have no list. */
  listsModels: boolean
  /** The required API key; null for none. */
  key: string | null
  /** The context window, in characters of all messages. */
  maxCharacters: number
  /** Unsupported request fields, as in newer models. */
  refuses: Set<'max_tokens' | 'max_completion_tokens' | 'temperature'>
  /** Every chat request received, with its headers. */
  requests: (ChatRequest & { headers: IncomingMessage['headers'] })[]
  /** The texts of every successful embedding request. */
  embedded: string[][]
  /** The faults of the next embedding requests, one each. */
  nextEmbeddingFaults: Extract<Fault, { status: number } | 'silence' | 'malformed'>[]
  /** The maximum number of texts, and of characters per text, in an embedding request. */
  embeddingLimits: { texts: number; characters: number }
  /** The faults of the next chat requests, one each; afterward requests succeed again. */
  next: Fault[]
  /** A fixed answer, or a function that computes it. */
  say: string | ((request: ChatRequest) => string) | null
  /** Sent before the answer in the protocol's own field for reasoning. */
  reasoning: string
  /** A fixed search query instead of the question. */
  searchQuery: string | null
  /** Awaited before every chat response. */
  before: (() => Promise<void>) | null
  /** Chat requests whose connection is open. */
  open: number
  /** The highest number of concurrent chat requests so far. */
  maxConcurrent: number
  close(): Promise<void>
}

export async function startAiService(port = 0): Promise<AiService> {
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const body = await read(request)
    if (service.key !== null && request.headers.authorization !== `Bearer ${service.key}`) {
      const message = `Incorrect API key provided: ${request.headers.authorization?.slice(7) ?? '(none)'}.`
      return fail(response, 401, { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' })
    }
    if (request.url === '/v1/embeddings') return embed(service, response, JSON.parse(body))
    if (request.url === '/v1/models' && service.listsModels) {
      const data = Array.from(service.models, (id) => ({
        id,
        object: 'model',
        created: 1_700_000_000,
        owned_by: 'stand-in',
      }))
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ object: 'list', data }))
    }
    if (request.url !== '/v1/chat/completions') return fail(response, 404, { message: 'Unknown request URL' })
    const chat: ChatRequest = JSON.parse(body)
    service.requests.push({ ...chat, headers: request.headers })
    service.maxConcurrent = Math.max(service.maxConcurrent, ++service.open)
    response.on('close', () => service.open--)
    await service.before?.()
    await complete(service, chat, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The AI service has no port')
  const service: AiService = {
    url: `http://127.0.0.1:${address.port}/v1`,
    models: new Set(['gpt-4-turbo-preview', 'gpt-4.1', 'text-embedding-3-small']),
    listsModels: true,
    key: null,
    maxCharacters: Infinity,
    refuses: new Set(),
    requests: [],
    embedded: [],
    nextEmbeddingFaults: [],
    embeddingLimits: { texts: 2048, characters: Infinity },
    next: [],
    say: null,
    reasoning: '',
    searchQuery: null,
    before: null,
    open: 0,
    maxConcurrent: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return service
}

async function complete(service: AiService, chat: ChatRequest, response: ServerResponse) {
  const fault = service.next.shift()
  if (typeof fault === 'object' && 'status' in fault) {
    return fail(response, fault.status, fault.error ?? { message: 'It is too much' }, fault.headers)
  }
  const refusal = refusalOf(service, chat)
  if (refusal) return fail(response, refusal.status, refusal.error)
  if (fault === 'silence') return
  if (fault === 'malformed')
    return response
      .writeHead(200, { 'content-type': chat.stream ? 'text/event-stream' : 'application/json' })
      .end('data: {"choices": [{"del\n\n<html>')
  const text = fault === 'empty' || fault === 'spent' ? '' : answerOf(service, chat)
  if (!chat.stream) return sendCompletion(response, chat, text, fault)
  await sendStream(response, chat, text, fault, service.reasoning)
}

/** Errors in OpenAI's wording. */
function refusalOf(service: AiService, chat: ChatRequest) {
  if (!service.models.has(chat.model)) {
    const message = `The model \`${chat.model}\` does not exist or you do not have access to it.`
    return { status: 404, error: { message, type: 'invalid_request_error', param: null, code: 'model_not_found' } }
  }
  for (const field of service.refuses) {
    if (chat[field] === undefined) continue
    const message =
      field === 'temperature'
        ? `Unsupported value: 'temperature' does not support ${chat.temperature} with this model. Only the default (1) value is supported.`
        : `Unsupported parameter: '${field}' is not supported with this model.`
    return {
      status: 400,
      error: { message, type: 'invalid_request_error', param: field, code: 'unsupported_parameter' },
    }
  }
  const length = chat.messages.reduce((sum, { content }) => sum + content.length, 0)
  if (length > service.maxCharacters) {
    const message = `This model's maximum context length is ${Math.floor(service.maxCharacters / 4)} tokens. However, your messages resulted in ${Math.floor(length / 4)} tokens.`
    return {
      status: 400,
      error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
    }
  }
  return null
}

/** True for a request to rewrite a question as a search query. */
export function asksForSearchQuery({ messages }: ChatRequest): boolean {
  return /write the search query/.test(messages[0]?.content ?? '')
}

function answerOf(service: AiService, chat: ChatRequest): string {
  if (asksForSearchQuery(chat)) return service.searchQuery ?? repeatQuestion(chat.messages)
  if (typeof service.say === 'function') return service.say(chat)
  if (service.say !== null) return service.say
  const system = chat.messages.find(({ role }) => role === 'system')?.content ?? ''
  return /SUMMARY:/.test(system) ? analyze(chat.messages) : answerFromPages(chat.messages)
}

function sendCompletion(response: ServerResponse, chat: ChatRequest, text: string, fault: Fault | undefined) {
  const message =
    fault === 'refusal'
      ? { role: 'assistant', content: null, refusal: 'I cannot help with that.' }
      : { role: 'assistant', content: text }
  const choices =
    fault === 'no-choices' ? [] : [{ index: 0, message, finish_reason: fault === 'spent' ? 'length' : 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...envelope(chat), object: 'chat.completion', choices, usage: null }))
}

async function sendStream(
  response: ServerResponse,
  chat: ChatRequest,
  text: string,
  fault: Fault | undefined,
  reasoning: string,
) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: unknown[]) =>
    void response.write(`data: ${JSON.stringify({ ...envelope(chat), object: 'chat.completion.chunk', choices })}\n\n`)
  const piece = (delta: Record<string, unknown>, finish_reason: string | null = null) =>
    send([{ index: 0, delta, finish_reason }])
  if (fault === 'no-choices') {
    send([])
    return response.end('data: [DONE]\n\n')
  }
  piece({ role: 'assistant', content: '' })
  for (const reasoning_content of reasoning.match(/[\s\S]{1,7}/g) ?? []) piece({ reasoning_content })
  if (fault === 'refusal') {
    piece({ refusal: 'I cannot help with that.' })
  } else {
    // Chunks end mid-word, like tokens.
    const size = Math.max(7, Math.ceil(text.length / 1000))
    const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
    for (const [n, content] of pieces.entries()) {
      if (fault === 'cut' && n === 3) return response.destroy()
      if (fault === 'stall' && n === 3) return
      if (typeof fault === 'object' && 'hold' in fault && n === 3) await fault.hold
      piece({ content })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  piece({}, fault === 'spent' || fault === 'truncated' ? 'length' : 'stop')
  response.end('data: [DONE]\n\n')
}

const envelope = (chat: ChatRequest) => ({ id: 'chatcmpl-1', created: 1_700_000_000, model: chat.model })

/**
 * Feature-hashes words and their first four letters into 64 dimensions, so that texts with common words are similar.
 */
function embed(
  service: AiService,
  response: ServerResponse,
  { model, input }: { model: string; input: string | string[] },
) {
  if (!service.models.has(model))
    return fail(response, 404, { message: `The model \`${model}\` does not exist`, code: 'model_not_found' })
  const texts = [input].flat()
  const fault = service.nextEmbeddingFaults.shift()
  if (fault === 'silence') return
  if (fault === 'malformed')
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [{"embedding": "no"}]}')
  if (fault) return fail(response, fault.status, fault.error ?? { message: 'It is too much' }, fault.headers)
  if (
    texts.length > service.embeddingLimits.texts ||
    texts.some((text) => text.length > service.embeddingLimits.characters)
  ) {
    return fail(response, 400, {
      message: "This model's maximum context length is 8192 tokens, however you requested more.",
      type: 'invalid_request_error',
    })
  }
  service.embedded.push(texts)
  const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }))
}

export function vectorOf(text: string): number[] {
  const vector = new Array<number>(64).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const feature of [word, word.slice(0, 4)]) {
      let hash = 7
      for (const sign of feature) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
      vector[hash % 64] = (vector[hash % 64] ?? 0) + 1
    }
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function fail(
  response: ServerResponse,
  status: number,
  error: Record<string, unknown> | string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof error === 'string' ? error : JSON.stringify({ error }))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
