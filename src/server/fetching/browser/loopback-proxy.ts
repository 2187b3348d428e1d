/**
 * The browser's only connection to the network: an authenticated proxy on loopback that applies the address guard to
 * every connection. Each page has its own credentials, so that its transfer is limited and its access ends with it.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { pipeline, Transform, type Duplex } from 'node:stream'
import { request } from 'undici'
import type { Egress } from '#server/fetching/egress.ts'

/** Access to the proxy for one page. */
export type ProxySession = {
  username: string
  password: string
  /** True when the page has received more than `maxBytes`; its connections are closed. */
  exceededLimit(): boolean
  /** Ends the page's access and closes its connections. */
  close(): void
}

export type LoopbackProxy = {
  /** `http://127.0.0.1:PORT` */
  origin: string
  openSession(limits: { maxBytes: number }): ProxySession
  close(): Promise<void>
}

type ProxyEgress = Pick<Egress, 'dispatcher' | 'connect'>

type SessionState = { bytesLeft: number; streams: Set<Duplex> }

/** For the response headers and between two pieces of the body. */
const IDLE_MS = 20_000

export async function openLoopbackProxy(egress: ProxyEgress): Promise<LoopbackProxy> {
  /** By the value of the Proxy-Authorization header. */
  const sessions = new Map<string, SessionState>()
  const server = createProxyServer(egress, ({ headers }) => sessions.get(headers['proxy-authorization'] ?? ''))
  server.listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')

  return {
    origin: `http://127.0.0.1:${address.port}`,
    openSession({ maxBytes }) {
      const username = randomBytes(12).toString('hex')
      const password = randomBytes(24).toString('hex')
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const session: SessionState = { bytesLeft: maxBytes, streams: new Set() }
      sessions.set(authorization, session)
      return {
        username,
        password,
        exceededLimit: () => session.bytesLeft < 0,
        close() {
          sessions.delete(authorization)
          closeStreams(session)
        },
      }
    },
    async close() {
      for (const session of sessions.values()) closeStreams(session)
      sessions.clear()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function closeStreams({ streams }: SessionState) {
  for (const stream of streams) stream.destroy()
}

const CHALLENGE = 'Basic realm="readback"'
const EMPTY_BODY = 'Content-Length: 0\r\nConnection: close\r\n\r\n'

function createProxyServer(
  egress: ProxyEgress,
  sessionOf: (incoming: IncomingMessage) => SessionState | undefined,
): Server {
  const server = createServer((incoming, outgoing) => {
    const session = sessionOf(incoming)
    if (!session) return refuse(outgoing, 407, { 'proxy-authenticate': CHALLENGE })
    forward(egress, incoming, outgoing, session).catch(() => refuse(outgoing, 502))
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy())
    const session = sessionOf(incoming)
    if (!session) {
      const head = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\n`
      return void client.end(head + EMPTY_BODY)
    }
    const refuseTunnel = () => client.end(`HTTP/1.1 403 Forbidden\r\n${EMPTY_BODY}`)
    tunnel(egress, incoming.url ?? '', client, session).catch(refuseTunnel)
  })
  // Browsers open web sockets with CONNECT, so an upgrade does not come from ours.
  server.on('upgrade', (_incoming: IncomingMessage, client: Duplex) => client.destroy())
  server.on('clientError', (_error: Error, client: Duplex) => client.destroy())
  return server
}

async function forward(
  { dispatcher }: ProxyEgress,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  session: SessionState,
) {
  const url = URL.parse(incoming.url ?? '')
  if (!url || url.protocol !== 'http:') return refuse(outgoing, 400)
  const stop = new AbortController()
  outgoing.on('close', () => stop.abort())
  const { headers } = incoming
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const response = await request(url, {
    dispatcher,
    // A browser only sends valid HTTP methods; undici rejects others.
    method: incoming.method as 'GET',
    headers: endToEndHeaders(headers),
    body: hasBody ? incoming : null,
    signal: stop.signal,
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
  })
  outgoing.writeHead(response.statusCode, endToEndHeaders(response.headers))
  pipeline(response.body, createByteCounter(session), outgoing, () => {})
}

async function tunnel(egress: ProxyEgress, authority: string, client: Duplex, session: SessionState) {
  const socket = await egress.connect(authority)
  if (client.destroyed) return void socket.destroy()
  track(client, session)
  track(socket, session)
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  pipeline(client, socket, () => {})
  pipeline(socket, createByteCounter(session), client, () => {})
}

/** Counts bytes against the session's limit and fails when it is exceeded. */
function createByteCounter(session: SessionState): Transform {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      session.bytesLeft -= chunk.length
      if (session.bytesLeft < 0) done(new Error('The page exceeds its transfer limit'))
      else done(null, chunk)
    },
  })
  track(counter, session)
  return counter
}

/** Closing the session destroys tracked streams. */
function track(stream: Duplex, session: SessionState) {
  session.streams.add(stream)
  stream.on('close', () => session.streams.delete(stream))
}

/** Headers of one connection, which a proxy must not forward (RFC 9110, 7.6.1). */
const HOP_BY_HOP_HEADERS =
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect'.split(
    ' ',
  )

function endToEndHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const namedByConnection = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
  const removed = new Set([...HOP_BY_HOP_HEADERS, ...namedByConnection, 'host'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || removed.has(name) ? [] : [[name, value]],
    ),
  )
}

function refuse(outgoing: ServerResponse, status: number, headers: Record<string, string> = {}) {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(status, headers)
  outgoing.end()
}
