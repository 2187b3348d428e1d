/** `readback/client`: the API of a Readback server, typed, for Node and browsers (docs/programs.md). */
import { readEvents } from './event-stream.ts'
import { bodyError, ReadbackError } from './readback-error.ts'
import type { Routes } from './routes.ts'
import { pause, send } from './send.ts'

export { ReadbackError }
export type { AnswerDone, AnswerEvent, Citation, Routes }

/** Where the server is and who asks. */
export type ClientOptions = {
  /** Such as `https://readback.example.org`. */
  server: string
  /** An API key, `rb_…`. */
  key: string
  /** How often a request is sent at most that fails temporarily: refused, or lost and harmless to repeat. Default 4. */
  attempts?: number
  /** For a proxy or for tests. Default: the global one. */
  fetch?: typeof fetch
}

/** Such as `GET /api/crawls`. */
type Route = keyof Routes
/** The routes that answer with a stream of events. */
type StreamRoute = { [Name in Route]: Routes[Name]['answer'] extends 'events' ? Name : never }[Route]
type Input<Name extends Route> = Omit<Routes[Name], 'answer'> & { signal?: AbortSignal }
/** May be left out when nothing in it is required. */
type InputArgument<Name extends Route> = object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]

/** A whole answer. `text` is Markdown; a marker such as [1] in it is the `marker` of a citation. */
export type Answer = { text: string; citations: Citation[]; done: AnswerDone }

const POLL_MS = 1000

/** What `createClient` returns. */
export type Client = ReturnType<typeof createClient>

/** Connects to nothing: the first call sends the first request. */
export function createClient({ server, key, attempts = 4, fetch = globalThis.fetch }: ClientOptions) {
  async function request(name: Route, input: LooseInput = {}): Promise<Response> {
    const [method = '', template = ''] = name.split(' ')
    const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
    const init: RequestInit = { method, headers }
    if (input.signal) init.signal = input.signal
    if (input.body !== undefined) {
      headers['Content-Type'] = 'application/json'
      init.body = JSON.stringify(input.body)
    }
    // With it, a repeated request starts no second crawl.
    const hasKey = name === 'POST /api/crawls'
    if (hasKey) headers['Idempotency-Key'] = randomKey()
    const repeatable = method !== 'POST' || hasKey
    return send(addressOf(server, template, input), init, { fetch, attempts, repeatable })
  }

  /**
   * Calls a route as docs/api.md names it: `call('GET /api/crawls/{id}', { path: { id } })`. Returns the JSON of the
   * response, or its text. Throws ReadbackError.
   */
  async function call<Name extends Exclude<Route, StreamRoute>>(
    name: Name,
    ...[input]: InputArgument<Name>
  ): Promise<Routes[Name]['answer']> {
    const response = await request(name, input)
    // The server's own description of the route.
    return (await readBody(response)) as Routes[Name]['answer']
  }

  /** Calls a route that streams an answer. Throws ReadbackError, also for a failure within the stream. */
  async function* stream<Name extends StreamRoute>(name: Name, input: Input<Name>): AsyncGenerator<AnswerEvent, void> {
    const response = await request(name, input)
    for await (const { event, data } of readEvents(response)) {
      const parsed: unknown = JSON.parse(data)
      if (event === 'error') throw bodyError(parsed, response.status)
      // The server's own description of the stream.
      yield { event, data: parsed } as AnswerEvent
    }
  }

  /** The whole answer about pages. `onText` gets the text so far. Throws ReadbackError. */
  async function ask(
    { signal, ...body }: Routes['POST /api/answers']['body'] & { signal?: AbortSignal },
    onText?: (text: string) => void,
  ): Promise<Answer> {
    let text = ''
    let citations: Citation[] = []
    for await (const { event, data } of stream('POST /api/answers', { body, ...(signal && { signal }) })) {
      if (event === 'delta') text += data.text
      if (event === 'replace') ({ text } = data)
      if (event === 'delta' || event === 'replace') onText?.(text)
      if (event === 'citations') citations = data
      if (event === 'done') return { text, citations, done: data }
    }
    throw new ReadbackError('The answer ended early.', { status: 200, code: 'network' })
  }

  /** Starts a crawl and waits for its end. `onProgress` gets the crawl after each second. Throws ReadbackError. */
  async function crawl(
    { signal, ...body }: Routes['POST /api/crawls']['body'] & { signal?: AbortSignal },
    onProgress?: (crawl: Routes['GET /api/crawls/{id}']['answer']) => void,
  ): Promise<Routes['GET /api/crawls/{id}']['answer']> {
    const aborting = signal && { signal }
    const { id } = await call('POST /api/crawls', { body, ...aborting })
    for (;;) {
      const current = await call('GET /api/crawls/{id}', { path: { id }, query: { content: 'false' }, ...aborting })
      onProgress?.(current)
      const isRunning = current.status === 'queued' || current.status === 'crawling'
      if (!isRunning) return current
      await pause(POLL_MS, signal)
    }
  }

  return { call, stream, ask, crawl }
}

type LooseInput = {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  signal?: AbortSignal
}

function addressOf(server: string, template: string, { path = {}, query = {} }: LooseInput): URL {
  const pathname = template.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(path[part] ?? ''))
  const url = new URL(pathname, server)
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(field, String(value))
  }
  return url
}

/** JSON as a value, an archive as a blob, and everything else, also a file of JSON, as text. */
async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('Content-Type') ?? ''
  const isFile = response.headers.has('Content-Disposition')
  if (/^application\/json\b/.test(type) && !isFile) return response.json()
  if (/^application\/zip\b/.test(type)) return response.blob()
  return response.text()
}

/** 32 hexadecimal digits. `crypto.randomUUID` exists only on secure pages. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A statement of an answer with the page that it was looked up in. */
type Citation = {
  /** Counted from 1 in each answer. */
  marker: number
  /** Null when no page supports the statement. */
  pageId: string | null
  url: string
  title: string
  /** Word for word from the stored page; '' when not-found. */
  sentence: string
  /**
   * How the statement relates to the page: its words, other words for it, something else, or no page has anything like
   * it.
   */
  state: 'quoted' | 'paraphrased' | 'differs' | 'not-found'
  /** True for `quoted` alone. */
  verified: boolean
}

/** The end of an answer. */
type AnswerDone = {
  /** Of the saved answer; null in an unsaved chat. */
  messageId: string | null
  /** The name of the model, or of the built-in engine. */
  engine: string
  /** True when it was stopped before its end. */
  stopped: boolean
  /** True when the model reached its limit of tokens. */
  truncated?: boolean
}

/**
 * `delta` is appended to what has arrived, `replace` stands for all of it, `reasoning` is what a model thinks before it
 * answers. `citations` come once, after the last word, and `done` last.
 */
type AnswerEvent =
  | { event: 'reasoning' | 'delta' | 'replace'; data: { text: string } }
  | { event: 'citations'; data: Citation[] }
  | { event: 'done'; data: AnswerDone }
