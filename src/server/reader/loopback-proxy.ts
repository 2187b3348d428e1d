/**
 * The only way out that our browser has: a proxy on loopback that asks the one egress rule before every connection.
 * Each page has credentials of its own, so that nobody else can use the proxy, a page that is done can reach nothing
 * more, and what a page takes in is counted.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Transform, type Duplex } from 'node:stream'
import { request } from 'undici'
import type { Egress } from './address.ts'

/** What one page may use the proxy with, until it is revoked. */
export type Pass = {
  username: string
  password: string
  /** True once the page took in more than it may; nothing reaches it any more. */
  usedUp(): boolean
  revoke(): void
}

export type LoopbackProxy = {
  /** `http://127.0.0.1:PORT` */
  origin: string
  admit(limits: { maxBytes: number }): Pass
  close(): Promise<void>
}

type Admitted = { bytesLeft: number; open: Set<Duplex> }

/** A page's own calls wait no longer than this for an answer to begin. */
const SILENCE_MS = 20_000

export async function openLoopbackProxy(egress: Pick<Egress, 'dispatcher' | 'dial'>): Promise<LoopbackProxy> {
  /** By the value of the header that proves it. */
  const admitted = new Map<string, Admitted>()
  const passOf = ({ headers }: IncomingMessage) => admitted.get(headers['proxy-authorization'] ?? '')

  const server = createServer((incoming, answer) => {
    const pass = passOf(incoming)
    if (!pass) return refuse(answer, 407, { 'proxy-authenticate': CHALLENGE })
    forward(incoming, answer, pass).catch(() => refuse(answer, 502))
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    client.on('error', () => client.destroy())
    const pass = passOf(incoming)
    if (!pass) return void client.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\n${NOTHING}`)
    tunnel(incoming.url ?? '', client, pass).catch(() => client.end(`HTTP/1.1 403 Forbidden\r\n${NOTHING}`))
  })
  // Browsers open web sockets by CONNECT; anything else that wants to stop speaking HTTP is not ours.
  server.on('upgrade', (_incoming: IncomingMessage, client: Duplex) => client.destroy())
  server.on('clientError', (_error: Error, client: Duplex) => client.destroy())

  async function forward(incoming: IncomingMessage, answer: ServerResponse, pass: Admitted) {
    const url = URL.parse(incoming.url ?? '')
    if (!url || url.protocol !== 'http:') return refuse(answer, 400)
    const stop = new AbortController()
    answer.on('close', () => stop.abort())
    const hasBody = incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined
    const response = await request(url, {
      dispatcher: egress.dispatcher,
      // What a browser writes here is one of HTTP's own methods; the library refuses others.
      method: incoming.method as 'GET',
      headers: endToEnd(incoming.headers),
      body: hasBody ? incoming : null,
      signal: stop.signal,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    })
    answer.writeHead(response.statusCode, endToEnd(response.headers))
    pipeline(response.body, counted(pass), answer, () => {})
  }

  async function tunnel(authority: string, client: Duplex, pass: Admitted) {
    const socket: Socket = await egress.dial(authority)
    if (client.destroyed) return void socket.destroy()
    for (const end of [client, socket]) {
      pass.open.add(end)
      end.on('close', () => pass.open.delete(end))
    }
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    pipeline(client, socket, () => {})
    pipeline(socket, counted(pass), client, () => {})
  }

  server.listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')

  return {
    origin: `http://127.0.0.1:${address.port}`,
    admit({ maxBytes }) {
      const [username, password] = [randomBytes(12).toString('hex'), randomBytes(24).toString('hex')]
      const proof = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const pass: Admitted = { bytesLeft: maxBytes, open: new Set() }
      admitted.set(proof, pass)
      return {
        username,
        password,
        usedUp: () => pass.bytesLeft < 0,
        revoke() {
          admitted.delete(proof)
          for (const end of pass.open) end.destroy()
        },
      }
    },
    async close() {
      for (const { open } of admitted.values()) for (const end of open) end.destroy()
      admitted.clear()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const CHALLENGE = 'Basic realm="readback"'
const NOTHING = 'Content-Length: 0\r\nConnection: close\r\n\r\n'

/** Takes what passes through from what the page may still take in; a page without any left gets nothing more. */
function counted(pass: Admitted): Transform {
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pass.bytesLeft -= chunk.length
      if (pass.bytesLeft < 0) done(new Error('The page takes in too much'))
      else done(null, chunk)
    },
  })
  pass.open.add(meter)
  meter.on('close', () => pass.open.delete(meter))
  return meter
}

/** What belongs to one connection, and not to the message (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS =
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect'.split(' ')

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = String(headers.connection ?? '').toLowerCase().split(/\s*,\s*/)
  const left = new Set([...CONNECTION_HEADERS, ...named, 'host'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || left.has(name) ? [] : [[name, value]])),
  )
}

function refuse(answer: ServerResponse, status: number, headers: Record<string, string> = {}) {
  if (answer.headersSent) return void answer.destroy()
  answer.writeHead(status, headers)
  answer.end()
}
