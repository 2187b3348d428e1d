/** An HTTP client that keeps cookies like a browser and reads event streams. */

export type Answered<T = any> = {
  status: number
  headers: Headers
  /** The parsed JSON, or the text if it is not JSON. */
  // Tests read responses of many shapes; a wrong assumption fails the test.
  body: T
}

export type StreamedEvent = { event: string; data: any }

export type Client = {
  origin: string
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  get(path: string): Promise<Answered>
  post(path: string, body?: unknown): Promise<Answered>
  put(path: string, body?: unknown): Promise<Answered>
  patch(path: string, body?: unknown): Promise<Answered>
  delete(path: string): Promise<Answered>
  /** Posts and reads the event stream to its end; `onEvents` receives the events so far. */
  stream(
    path: string,
    body: unknown,
    onEvents?: (events: StreamedEvent[]) => void,
  ): Promise<{ status: number; events: StreamedEvent[]; body: any }>
  cookies: Map<string, string>
}

export function createClient(origin: string): Client {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: origin,
        ...(cookies.size > 0 && { Cookie: cookieOf({ cookies }) }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) store(cookie)
    return response
  }

  function store(cookie: string) {
    const [pair = '', ...attributes] = cookie.split(';')
    const separator = pair.indexOf('=')
    const [name, value] = [pair.slice(0, separator), pair.slice(separator + 1)]
    const isDeleted = value === '' || attributes.some((attribute) => /max-age=0/i.test(attribute))
    if (isDeleted) cookies.delete(name)
    else cookies.set(name, value)
  }

  async function request(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    const response = await send(method, path, body, headers)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parse(text) }
  }

  return {
    origin,
    cookies,
    request,
    get: (path) => request('GET', path),
    post: (path, body = {}) => request('POST', path, body),
    put: (path, body = {}) => request('PUT', path, body),
    patch: (path, body = {}) => request('PATCH', path, body),
    delete: (path) => request('DELETE', path),
    async stream(path, body, onEvents) {
      const response = await send('POST', path, body)
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        onEvents?.(parseEvents(text))
      }
      return { status: response.status, events: parseEvents(text), body: parse(text) }
    },
  }
}

/** The Cookie header. */
export const cookieOf = ({ cookies }: Pick<Client, 'cookies'>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parseEvents(text: string): StreamedEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => {
      const lines = block.split('\n')
      const field = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trim())
          .join('\n')
      return { event: field('event') || 'message', data: parse(field('data')) }
    })
}
