import { once } from 'node:events'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { streamText } from 'hono/streaming'
import { afterEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Env } from '#server/http/context.ts'
import { createKeyedCounter, limitConcurrency, limitRequests, limitResponseTime } from './limit-requests.ts'
import { answerClientErrors, socketLimits } from './socket-limits.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The raw response to these bytes, from a server with these timeouts whose handler reads the body first. */
async function send(bytes: string, timeouts: ServerOptions = {}): Promise<string> {
  const server = createServer({ ...socketLimits, ...timeouts }, (request, response) => {
    request.resume().on('end', () => response.end('fine'))
  })
  servers.push(server)
  answerClientErrors(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  for await (const piece of socket) {
    answer += String(piece)
    if (answer.includes('fine')) break
  }
  return answer
}

it('rejects requests beyond the limit, and accepts again once one is answered [limit-requests-2]', async () => {
  const pending = Promise.withResolvers<void>()
  const app = new Hono<Env>()
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : 'another', 503))
  app.use(limitConcurrency(2)).get('/', async (c) => {
    await pending.promise
    return c.text('fine')
  })
  const inFlight = [app.request('/'), app.request('/')]
  const third = await app.request('/')
  expect({ status: third.status, code: await third.text() }).toEqual({ status: 503, code: 'server.full' })
  pending.resolve()
  expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual([200, 200])
  expect((await app.request('/')).status).toBe(200)
})

it('counts a request that timed out until its handler ends', async () => {
  const pending = Promise.withResolvers<void>()
  const app = new Hono<Env>()
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : 'another', 503))
  app.use(...limitRequests(1, 20)).get('/', async (c) => {
    await pending.promise
    return c.text('fine')
  })
  expect(await (await app.request('/')).text()).toBe('request.too-slow')
  expect(await (await app.request('/')).text()).toBe('server.full')
  pending.resolve()
  await expect.poll(async () => (await app.request('/')).status).toBe(200)
})

it('times out a request without a response, but not a stream that has begun [limit-requests-3]', async () => {
  const app = new Hono<Env>()
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : 'another', 503))
  app.use(limitResponseTime(20))
  app.get('/never', () => new Promise<never>(() => {}))
  app.get('/stream', (c) =>
    streamText(c, async (stream) => {
      await stream.sleep(60)
      await stream.write('to its end')
    }),
  )
  const never = await app.request('/never')
  expect({ status: never.status, code: await never.text() }).toEqual({ status: 503, code: 'request.too-slow' })
  expect(await (await app.request('/stream')).text()).toBe('to its end')
})

it('counts each key separately and releases once', () => {
  const counter = createKeyedCounter()
  const first = counter.add('ada', 1)
  expect(counter.add('ada', 1)).toBeNull()
  expect(counter.add('bo', 1)).not.toBeNull()
  first?.()
  first?.()
  expect(counter.add('ada', 1)).not.toBeNull()
  expect(counter.add('ada', 1)).toBeNull()
})

it.each([
  ['an ordinary request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', '200 OK', 'fine'],
  [
    'headers of more than 16 KB',
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`,
    '431 ',
    'The request headers are too large.',
  ],
  ['malformed bytes', 'good morning\r\n\r\n', '400 ', 'This isn’t a valid HTTP request.'],
])('answers %s with the right status and message [limit-requests-1]', async (_what, bytes, status, words) => {
  const answer = await send(bytes)
  expect(answer).toContain(`HTTP/1.1 ${status}`)
  expect(answer).toContain(words)
})

it.each([
  ['unfinished headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['a body that never arrives', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nshort'],
])('answers %s with a timeout [limit-requests-4]', async (_what, bytes) => {
  const answer = await send(bytes, { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 })
  expect(answer).toContain('HTTP/1.1 408 ')
  expect(answer).toContain('The request timed out.')
})
