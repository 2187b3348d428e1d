/**
 * Stand-ins for the model services that have a protocol or a list of models of their own: real HTTP servers that keep
 * to each one's wire format. They answer from the pages in the system message.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { analyze, answerFromPages } from './ai-answers.ts'
import { vectorOf } from './ai-service.ts'

export type ServerKind =
  | 'ollama'
  | 'lm-studio'
  | 'llama.cpp'
  | 'vllm'
  | 'openrouter'
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'mistral'
  | 'azure'
  | 'jina'
  | 'cohere'

type Message = { role: string; content: string }
type Received = { path: string; headers: IncomingMessage['headers']; body: Record<string, any> }

export type ModelServer = {
  /** Without a path. */
  url: string
  /** Installed models. */
  models: Set<string>
  /** The required key; null for none. */
  key: string | null
  /** Cuts longer prompts without an error, and reports the size that is left; for the compatible interface. */
  window: number
  /** Tokens that the model is loaded with; null while it is not loaded. */
  loaded: number | null
  reasoning: string
  /** Whether the models think: others refuse the request to. */
  thinks: boolean
  /** Whether the service answers by a JSON schema: others refuse the request. */
  knowsSchemas: boolean
  /** The response to every question. */
  failure: { status: number; body: unknown } | null
  /** Pauses a download halfway until the promise resolves. */
  pullHold: Promise<void> | null
  /** Every POST request. */
  requests: Received[]
  close(): Promise<void>
}

/** The default of its compatible interface, which `num_ctx` does not change. */
const OLLAMA_WINDOW = 4_096

export async function startModelServer(kind: ServerKind, port = 0): Promise<ModelServer> {
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const received = { path, headers: request.headers, body: text === '' ? {} : JSON.parse(text) }
    if (request.method === 'POST') server.requests.push(received)
    if (!isAuthorized(kind, server, request.headers))
      return json(response, 401, { error: { message: 'invalid x-api-key', type: 'authentication_error' } })
    answer(kind, server, received, response)
  })
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  // address() is an AddressInfo for TCP servers.
  const { port: actual } = http.address() as AddressInfo
  const server: ModelServer = {
    url: `http://localhost:${actual}`,
    models: new Set(['llama3.2']),
    key: null,
    window: kind === 'ollama' ? OLLAMA_WINDOW : Infinity,
    loaded: null,
    reasoning: '',
    thinks: true,
    knowsSchemas: true,
    failure: null,
    pullHold: null,
    requests: [],
    async close() {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
  return server
}

function isAuthorized(kind: ServerKind, { key }: ModelServer, headers: IncomingMessage['headers']): boolean {
  if (key === null) return true
  const azureKey = kind === 'azure' ? headers['api-key'] : undefined
  const sent = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? azureKey ?? headers.authorization
  return sent === key || sent === `Bearer ${key}`
}

function answer(kind: ServerKind, server: ModelServer, received: Received, response: ServerResponse): void {
  const { path, body } = received
  const fixed = lists(kind, server)[path]
  if (fixed !== undefined) return json(response, 200, fixed)
  if (kind === 'ollama' && path === '/api/show') {
    if (!server.models.has(body['model'])) return json(response, 404, { error: `model '${body['model']}' not found` })
    return json(response, 200, {
      model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
      capabilities: /embed/.test(body['model']) ? ['embedding'] : ['completion'],
    })
  }
  if (kind === 'ollama' && path === '/api/pull') return void pull(server, body['model'], response)
  if (kind === 'google' && /:(batchEmbedContents|embedContent)$/.test(path)) {
    const values = (request: Record<string, any>) => ({ values: vectorOf(textOf(request['content'].parts)) })
    const isBatch = path.endsWith(':batchEmbedContents')
    return json(response, 200, isBatch ? { embeddings: body['requests'].map(values) } : { embedding: values(body) })
  }
  if (path.endsWith('/embeddings')) {
    const data = [body['input']]
      .flat()
      .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
    return json(response, 200, { object: 'list', data, model: body['model'], usage: { prompt_tokens: 1 } })
  }
  if (path.endsWith('/rerank')) return rerank(kind, body, response)
  const protocol = protocols.find(({ kinds, matches }) => kinds.includes(kind) && matches.test(path))
  if (!protocol) return json(response, 404, { error: { message: `Unknown path ${path}` } })
  answerQuestion(kind, server, protocol, received, response)
}

function answerQuestion(
  kind: ServerKind,
  server: ModelServer,
  protocol: Protocol,
  { path, body }: Received,
  response: ServerResponse,
): void {
  const isOllamaChat = path === '/api/chat'
  if (server.failure) return json(response, server.failure.status, server.failure.body)
  const messages = protocol.messages(body)
  const model = String(body['model'] ?? /models\/([^:]+):/.exec(path)?.[1])
  if (!server.models.has(model)) {
    const message =
      kind === 'ollama' ? `model "${model}" not found, try pulling it first` : `The model \`${model}\` does not exist`
    return json(response, 404, { error: isOllamaChat ? message : { message } })
  }
  if (body['think'] && !server.thinks) return json(response, 400, { error: `"${model}" does not support thinking` })
  const schema = schemaIn(body)
  if (schema && !server.knowsSchemas)
    return json(response, 400, { error: { message: 'response_format is not supported' } })
  const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
  const window = isOllamaChat ? Number(body['options']?.num_ctx) : server.window
  const said = {
    kind,
    text: textFor(messages, Boolean(schema)),
    reasoning: server.reasoning,
    promptTokens: Math.min(tokens, window),
    model,
  }
  if (!isStreamed(path, body)) return json(response, 200, protocol.whole(said))
  response.writeHead(200, { 'content-type': isOllamaChat ? 'application/x-ndjson' : 'text/event-stream' })
  for (const piece of protocol.stream(said)) response.write(piece)
  response.end()
}

/** An analysis of the pages if the system message describes one, otherwise an answer. */
function textFor(messages: Message[], isJson: boolean): string {
  const wantsAnalysis = /SUMMARY:/.test(messages[0]?.content ?? '')
  if (!wantsAnalysis) return answerFromPages(messages)
  const analysis = analyze(messages)
  return isJson ? asJson(analysis) : analysis
}

/** Ollama streams unless the request says no; Google has a path for it. */
function isStreamed(path: string, body: Record<string, any>): boolean {
  if (path === '/api/chat') return body['stream'] !== false
  return body['stream'] === true || path.endsWith(':streamGenerateContent')
}

/** About as many as usual tokenizers count. */
function countTokens(text: string): number {
  const others = text.match(/[^\x00-\x7f]/g)?.length ?? 0
  return Math.ceil((text.length - others) / 4) + others
}

/** The schema of the answer, where each protocol has it. */
function schemaIn(body: Record<string, any>): unknown {
  const google = body['generationConfig']?.responseSchema ?? body['generationConfig']?.responseJsonSchema
  const tool = body['tools']?.find(({ name }: { name: string }) => name === 'json')?.input_schema
  return body['format'] ?? body['response_format'] ?? body['output_config']?.format ?? google ?? tool
}

function asJson(analysis: string): string {
  const part = (name: string) => new RegExp(`${name}: (.*)`).exec(analysis)?.[1] ?? ''
  const items = (name: string) => part(name).split('|')
  return JSON.stringify({ summary: part('SUMMARY'), points: items('POINTS'), topics: items('TOPICS') })
}

/** Models whose names end in -cloud run at the provider: Ollama passes prompts on. */
const inOllama = (name: string) =>
  name.endsWith('-cloud')
    ? { size: 381, remote_model: name.replace(/-cloud$/, ''), remote_host: 'https://ollama.com:443' }
    : { size: 2_019_393_189 }

/** The responses to GET requests, by path. */
function lists(kind: ServerKind, { models, loaded }: ModelServer): Record<string, unknown> {
  const ids = [...models]
  const openai = (fields: Record<string, unknown>) => ({
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', created: 1, ...fields })),
  })
  switch (kind) {
    case 'ollama':
      return {
        '/api/version': { version: '0.9.6' },
        '/api/tags': { models: ids.map((name) => ({ name, model: name, ...inOllama(name) })) },
        '/api/ps': { models: loaded ? ids.map((name) => ({ name, model: name, context_length: loaded })) : [] },
      }
    case 'lm-studio': {
      const state = loaded ? { state: 'loaded', loaded_context_length: loaded } : { state: 'not-loaded' }
      return {
        '/api/v0/models': openai({ type: 'llm', max_context_length: 131_072, ...state }),
        '/v1/models': openai({ owned_by: 'organization_owner' }),
      }
    }
    case 'llama.cpp':
      return {
        '/v1/models': openai({ owned_by: 'llamacpp', meta: { n_ctx_train: 131_072, size: 1_321_083_008 } }),
        '/props': { default_generation_settings: { n_ctx: loaded ?? 4096 }, total_slots: 1 },
      }
    case 'vllm':
      return { '/v1/models': openai({ owned_by: 'vllm', max_model_len: loaded ?? 16_384 }) }
    case 'openrouter':
      return {
        '/v1/models': openai({ context_length: 200_000, pricing: { prompt: '0.000003', completion: '0.000015' } }),
      }
    case 'anthropic':
      return { '/v1/models': { data: ids.map((id) => ({ type: 'model', id, display_name: id })), has_more: false } }
    case 'google':
      return {
        '/v1/models': {
          models: ids.map((id) => ({
            name: `models/${id}`,
            inputTokenLimit: 1_048_576,
            supportedGenerationMethods: [/embed/.test(id) ? 'embedContent' : 'generateContent'],
          })),
        },
      }
    case 'azure':
      return { '/openai/v1/models': openai({ status: 'succeeded', capabilities: { chat_completion: true } }) }
    case 'openai':
      return { '/v1/models': openai({ owned_by: 'openai' }) }
    case 'jina':
    case 'cohere':
      return {}
    case 'mistral':
      return { '/v1/models': openai({ max_context_length: 131_072 }) }
  }
}

type Said = { kind: ServerKind; text: string; reasoning: string; promptTokens: number; model: string }
type Protocol = {
  kinds: readonly ServerKind[]
  matches: RegExp
  messages(body: Record<string, any>): Message[]
  whole(said: Said): unknown
  stream(said: Said): Generator<string>
}

const piecesOf = (text: string) => text.match(/[\s\S]{1,7}/g) ?? []
const event = (data: unknown, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content ?? '')
  return content.map((part) => String(part.text ?? '')).join('')
}

const ollamaChat: Protocol = {
  kinds: ['ollama'],
  matches: /^\/api\/chat$/,
  messages: (body) => body['messages'],
  whole: ({ text, promptTokens, model }) => ({
    model,
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: promptTokens,
    eval_count: 9,
  }),
  *stream({ text, reasoning, promptTokens, model }) {
    const chunk = (fields: object) => `${JSON.stringify({ model, done: false, ...fields })}\n`
    for (const thinking of piecesOf(reasoning)) yield chunk({ message: { role: 'assistant', content: '', thinking } })
    for (const content of piecesOf(text)) yield chunk({ message: { role: 'assistant', content } })
    const end = { done: true, done_reason: 'stop', prompt_eval_count: promptTokens, eval_count: 9 }
    yield chunk({ message: { role: 'assistant', content: '' }, ...end })
  },
}

/** Ollama and OpenRouter call the field `reasoning`. */
const REASONING_CONTENT: readonly ServerKind[] = ['lm-studio', 'llama.cpp', 'vllm']

const openAiChat: Protocol = {
  kinds: ['ollama', 'lm-studio', 'llama.cpp', 'vllm', 'openrouter', 'openai', 'mistral', 'azure'],
  matches: /^(\/openai)?\/v1\/chat\/completions$/,
  messages: (body) => body['messages'].map(({ role, content }: Message) => ({ role, content: textOf(content) })),
  whole: ({ text, promptTokens, model }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: promptTokens, completion_tokens: 9, total_tokens: promptTokens + 9 },
  }),
  *stream({ kind, text, reasoning, promptTokens, model }) {
    const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model }
    const piece = (delta: object, finish_reason: string | null = null, usage?: object) =>
      event({ ...envelope, choices: [{ index: 0, delta, finish_reason }], ...(usage && { usage }) })
    for (const thought of piecesOf(reasoning)) {
      const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }]
      const field = REASONING_CONTENT.includes(kind) ? 'reasoning_content' : 'reasoning'
      yield piece(kind === 'mistral' ? { role: 'assistant', content: thinking } : { [field]: thought })
    }
    for (const content of piecesOf(text)) yield piece({ role: 'assistant', content })
    const usage = { prompt_tokens: promptTokens, completion_tokens: 9, total_tokens: promptTokens + 9 }
    yield piece({ content: '' }, 'stop', usage)
    yield 'data: [DONE]\n\n'
  },
}

const anthropicMessages: Protocol = {
  kinds: ['anthropic'],
  matches: /^\/v1\/messages$/,
  messages: (body) => [
    { role: 'system', content: textOf(body['system']) },
    ...body['messages'].map(({ role, content }: Message) => ({ role, content: textOf(content) })),
  ],
  whole: ({ text, promptTokens, model }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: promptTokens, output_tokens: 9 },
  }),
  *stream({ text, reasoning, promptTokens, model }) {
    const usage = { input_tokens: promptTokens, output_tokens: 1 }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
    const send = (type: string, fields: object) => event({ type, ...fields }, type)
    yield send('message_start', { message })
    let index = 0
    if (reasoning !== '') {
      yield send('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } })
      for (const thinking of piecesOf(reasoning))
        yield send('content_block_delta', { index, delta: { type: 'thinking_delta', thinking } })
      yield send('content_block_stop', { index: index++ })
    }
    yield send('content_block_start', { index, content_block: { type: 'text', text: '' } })
    for (const piece of piecesOf(text))
      yield send('content_block_delta', { index, delta: { type: 'text_delta', text: piece } })
    yield send('content_block_stop', { index })
    yield send('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 9 },
    })
    yield send('message_stop', {})
  },
}

const googleContent: Protocol = {
  kinds: ['google'],
  matches: /:(generateContent|streamGenerateContent)$/,
  messages: (body) => [
    { role: 'system', content: textOf(body['systemInstruction']?.parts) },
    ...body['contents'].map(({ role, parts }: { role: string; parts: unknown }) => ({
      role: role === 'model' ? 'assistant' : role,
      content: textOf(parts),
    })),
  ],
  whole: ({ text, promptTokens }) => googleResponse([{ text }], promptTokens, 'STOP'),
  *stream({ text, reasoning, promptTokens }) {
    for (const thought of piecesOf(reasoning))
      yield event(googleResponse([{ text: thought, thought: true }], promptTokens))
    for (const piece of piecesOf(text)) yield event(googleResponse([{ text: piece }], promptTokens))
    yield event(googleResponse([{ text: '' }], promptTokens, 'STOP'))
  },
}

const googleResponse = (parts: object[], promptTokens: number, finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: promptTokens, candidatesTokenCount: 9, totalTokenCount: promptTokens + 9 },
})

const protocols = [ollamaChat, openAiChat, anthropicMessages, googleContent]

/**
 * Scores by the share of the query's words in a document. All but llama.cpp sort by score; vLLM and Jina repeat the
 * documents.
 */
function rerank(kind: ServerKind, body: Record<string, any>, response: ServerResponse) {
  const words = new Set<string>(String(body['query']).toLowerCase().match(/\w+/g))
  const repeatsDocuments = kind === 'vllm' || kind === 'jina'
  const results = (body['documents'] as string[]).map((text, index) => {
    const found = new Set(
      text
        .toLowerCase()
        .match(/\w+/g)
        ?.filter((word) => words.has(word)),
    )
    const result = { index, relevance_score: found.size / words.size }
    return repeatsDocuments ? { ...result, document: { text } } : result
  })
  if (kind !== 'llama.cpp') results.sort((a, b) => b.relevance_score - a.relevance_score)
  if (kind === 'cohere')
    return json(response, 200, { id: '07734bd2', results, meta: { api_version: { version: '2' } } })
  json(response, 200, { model: body['model'], object: 'list', results, usage: { total_tokens: 9 } })
}

async function pull(server: ModelServer, model: string, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const line = (fields: object) => response.write(`${JSON.stringify(fields)}\n`)
  line({ status: 'pulling manifest' })
  if (model.startsWith('no-')) {
    line({ error: 'pull model manifest: file does not exist' })
    return void response.end()
  }
  for (const completed of [0, 50, 100]) {
    if (completed === 100) await server.pullHold
    line({ status: 'pulling dde5aa3fc5ff', total: 100, completed })
  }
  server.models.add(model)
  line({ status: 'success' })
  response.end()
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
