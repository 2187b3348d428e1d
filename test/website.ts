/** A website on loopback with a configured response for each path, which can be faulty (faulty-responses.ts). */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

/** HTML (plain text for .txt paths), a response, or a function that handles the request. */
export type SiteAnswer =
  | string
  | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export type Website = {
  /** `http://127.0.0.1:PORT` */
  origin: string
  /** `127.0.0.1:PORT`, for the setting ALLOW_PRIVATE_HOSTS. */
  host: string
  /** All requests so far, in order. `path` includes the query. */
  requests: { path: string; headers: IncomingHttpHeaders }[]
  /** Sets the response for a path. */
  set(path: string, answer: SiteAnswer): void
  /** Holds requests for `path`: `asked` resolves when the first arrives, `release` responds to all of them. */
  hold(path: string): { asked: Promise<void>; release(): void }
  close(): Promise<void>
}

/** Serves `pages` by path, ignoring queries. Other paths, including robots.txt, get the answer for `*`, else 404. */
export async function openWebsite(pages: Readonly<Record<string, SiteAnswer>>, port = 0): Promise<Website> {
  const answers = new Map(Object.entries(pages))
  const requests: Website['requests'] = []
  const gates = new Map<string, { announce(): void; opened: Promise<void> }>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    response.on('error', () => {})
    const gate = gates.get(path)
    gate?.announce()
    void Promise.resolve(gate?.opened).then(() =>
      respond(answers.get(path.split('?')[0] ?? '/') ?? answers.get('*') ?? NOT_FOUND, request, response),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The website has no port')
  const host = `127.0.0.1:${address.port}`
  return {
    origin: `http://${host}`,
    host,
    requests,
    set: (path, answer) => void answers.set(path, answer),
    hold(path) {
      const asked = Promise.withResolvers<void>()
      const opened = Promise.withResolvers<void>()
      gates.set(path, { announce: asked.resolve, opened: opened.promise })
      return {
        asked: asked.promise,
        release() {
          gates.delete(path)
          opened.resolve()
        },
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const NOT_FOUND: SiteAnswer = { status: 404, body: '<title>Not found</title>' }

function respond(answer: SiteAnswer, request: IncomingMessage, response: ServerResponse) {
  if (typeof answer === 'function') return answer(request, response)
  const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer
  const type = request.url?.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body)
}
