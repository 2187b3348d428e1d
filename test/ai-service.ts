/**
 * A stand-in for an OpenAI-compatible service: a real HTTP server that speaks chat completions (also streamed) and
 * embeddings, answers from the pages in its system message like a modest model, and misbehaves when told to.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { analyse, answerFromPages } from './ai-answers.ts'

export type ChatRequest = {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  temperature?: number
  max_tokens?: number
  max_completion_tokens?: number
}

/** How the next requests fare; each is used once, in order, then the service answers well again. */
export type Misbehaviour =
  | { status: number; headers?: Record<string, string>; error?: Record<string, unknown> | string }
  /** Takes the request and says nothing. */
  | 'silence'
  /** A few pieces, then the connection breaks, or nothing more comes. */
  | 'cut'
  | 'stall'
  /** Not the JSON that was asked for. */
  | 'malformed'
  | 'refusal'
  | 'no-choices'
  | 'empty'
  /** Thinks until its limit of tokens is spent. */
  | 'spent'
  /** Waits between the pieces of a streamed answer until `release` is called. */
  | { hold: Promise<void> }

export type AiService = {
  /** For the setting OPENAI_BASE_URL. */
  url: string
  /** The models it knows; others are answered with 404. */
  models: Set<string>
  /** What it asks for; null for none. */
  key: string | null
  /** What it reads at once, in characters of all messages; longer requests are refused. */
  maxCharacters: number
  /** Fields that it refuses, as newer models do. */
  refuses: Set<'max_tokens' | 'max_completion_tokens' | 'temperature'>
  /** Every chat request it was sent, with its headers. */
  requests: (ChatRequest & { headers: IncomingMessage['headers'] })[]
  /** The texts of every embedding request it answered. */
  embedded: string[][]
  /** What the next embedding requests meet; each is used once, in order. */
  embeddingsNext: Extract<Misbehaviour, { status: number } | 'silence' | 'malformed'>[]
  /** The most texts and characters that an embedding request may have. */
  maxEmbedded: { texts: number; characters: number }
  /** What the next requests meet. */
  next: Misbehaviour[]
  /** Says this instead of looking for an answer. */
  say: string | ((request: ChatRequest) => string) | null
  /** Waited for before any chat request is answered. */
  before: (() => Promise<void>) | null
  /** The most chat requests that were open at once. */
  mostAtOnce: number
  close(): Promise<void>
}

export async function startAiService(port = 0): Promise<AiService> {
  let open = 0
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const body = await read(request)
    if (service.key !== null && request.headers.authorization !== `Bearer ${service.key}`) {
      const message = `Incorrect API key provided: ${request.headers.authorization?.slice(7) ?? '(none)'}.`
      return fail(response, 401, { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' })
    }
    if (request.url === '/v1/embeddings') return embed(service, response, JSON.parse(body))
    if (request.url === '/v1/models') {
      const data = Array.from(service.models, (id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'stand-in' }))
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ object: 'list', data }))
    }
    if (request.url !== '/v1/chat/completions') return fail(response, 404, { message: 'Unknown request URL' })
    const chat: ChatRequest = JSON.parse(body)
    service.requests.push({ ...chat, headers: request.headers })
    service.mostAtOnce = Math.max(service.mostAtOnce, ++open)
    response.on('close', () => open--)
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
    key: null,
    maxCharacters: Infinity,
    refuses: new Set(),
    requests: [],
    embedded: [],
    embeddingsNext: [],
    maxEmbedded: { texts: 2048, characters: Infinity },
    next: [],
    say: null,
    before: null,
    mostAtOnce: 0,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return service
}

async function complete(service: AiService, chat: ChatRequest, response: ServerResponse) {
  const misbehaviour = service.next.shift()
  if (typeof misbehaviour === 'object' && 'status' in misbehaviour) {
    return fail(response, misbehaviour.status, misbehaviour.error ?? { message: 'It is too much' }, misbehaviour.headers)
  }
  const refusal = refusalOf(service, chat)
  if (refusal) return fail(response, refusal.status, refusal.error)
  if (misbehaviour === 'silence') return
  if (misbehaviour === 'malformed') return response.writeHead(200, { 'content-type': chat.stream ? 'text/event-stream' : 'application/json' }).end('data: {"choices": [{"del\n\n<html>')
  const text = misbehaviour === 'empty' || misbehaviour === 'spent' ? '' : answerOf(service, chat)
  if (!chat.stream) return sendWhole(response, chat, text, misbehaviour)
  await sendStream(response, chat, text, misbehaviour)
}

/** As OpenAI words it. */
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
    return { status: 400, error: { message, type: 'invalid_request_error', param: field, code: 'unsupported_parameter' } }
  }
  const length = chat.messages.reduce((sum, { content }) => sum + content.length, 0)
  if (length > service.maxCharacters) {
    const message = `This model's maximum context length is ${Math.floor(service.maxCharacters / 4)} tokens. However, your messages resulted in ${Math.floor(length / 4)} tokens.`
    return { status: 400, error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' } }
  }
  return null
}

function answerOf(service: AiService, chat: ChatRequest): string {
  if (typeof service.say === 'function') return service.say(chat)
  if (service.say !== null) return service.say
  const system = chat.messages.find(({ role }) => role === 'system')?.content ?? ''
  return /SUMMARY:/.test(system) ? analyse(chat.messages) : answerFromPages(chat.messages)
}

function sendWhole(response: ServerResponse, chat: ChatRequest, text: string, how: Misbehaviour | undefined) {
  const message = how === 'refusal' ? { role: 'assistant', content: null, refusal: 'I cannot help with that.' } : { role: 'assistant', content: text }
  const choices = how === 'no-choices' ? [] : [{ index: 0, message, finish_reason: how === 'spent' ? 'length' : 'stop' }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...envelope(chat), object: 'chat.completion', choices, usage: null }))
}

async function sendStream(response: ServerResponse, chat: ChatRequest, text: string, how: Misbehaviour | undefined) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: unknown[]) =>
    void response.write(`data: ${JSON.stringify({ ...envelope(chat), object: 'chat.completion.chunk', choices })}\n\n`)
  const piece = (delta: Record<string, unknown>, finish_reason: string | null = null) => send([{ index: 0, delta, finish_reason }])
  if (how === 'no-choices') {
    send([])
    return response.end('data: [DONE]\n\n')
  }
  piece({ role: 'assistant', content: '' })
  if (how === 'refusal') {
    piece({ refusal: 'I cannot help with that.' })
  } else {
    // Cut anywhere, as tokens are.
    const pieces = text.match(/[\s\S]{1,7}/g) ?? []
    for (const [n, content] of pieces.entries()) {
      if (how === 'cut' && n === 3) return response.destroy()
      if (how === 'stall' && n === 3) return
      if (typeof how === 'object' && 'hold' in how && n === 3) await how.hold
      piece({ content })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  piece({}, how === 'spent' ? 'length' : 'stop')
  response.end('data: [DONE]\n\n')
}

const envelope = (chat: ChatRequest) => ({ id: 'chatcmpl-1', created: 1_700_000_000, model: chat.model })

/** Words and their first four letters in 64 dimensions: texts with the same words are near each other. */
function embed(service: AiService, response: ServerResponse, { model, input }: { model: string; input: string | string[] }) {
  if (!service.models.has(model)) return fail(response, 404, { message: `The model \`${model}\` does not exist`, code: 'model_not_found' })
  const texts = [input].flat()
  const misbehaviour = service.embeddingsNext.shift()
  if (misbehaviour === 'silence') return
  if (misbehaviour === 'malformed') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [{"embedding": "no"}]}')
  if (misbehaviour) return fail(response, misbehaviour.status, misbehaviour.error ?? { message: 'It is too much' }, misbehaviour.headers)
  if (texts.length > service.maxEmbedded.texts || texts.some((text) => text.length > service.maxEmbedded.characters)) {
    return fail(response, 400, { message: "This model's maximum context length is 8192 tokens, however you requested more.", type: 'invalid_request_error' })
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

function fail(response: ServerResponse, status: number, error: Record<string, unknown> | string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof error === 'string' ? error : JSON.stringify({ error }))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
