import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Hono } from 'hono'
import { streamText } from 'hono/streaming'
import { afterEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Env } from './context.ts'
import { createTally, limitTime, limitTogether } from './limit-requests.ts'
import { refuseInWords, socketLimits } from './socket-limits.ts'

const server = createServer({ ...socketLimits, headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 })
refuseInWords(server)
server.on('request', (_request, response) => response.end('fine'))

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** What comes back for these bytes. */
async function send(bytes: string): Promise<string> {
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

it('takes so many requests in hand at once, and the next as soon as one is answered', async () => {
  const held = Promise.withResolvers<void>()
  const app = new Hono<Env>()
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : 'another', 503))
  app.use(limitTogether(2)).get('/', async (c) => {
    await held.promise
    return c.text('fine')
  })
  const inHand = [app.request('/'), app.request('/')]
  const third = await app.request('/')
  expect({ status: third.status, code: await third.text() }).toEqual({ status: 503, code: 'server.full' })
  held.resolve()
  expect((await Promise.all(inHand)).map(({ status }) => status)).toEqual([200, 200])
  expect((await app.request('/')).status).toBe(200)
})

it('gives a request up that gets no answer in time, but not a stream that has begun', async () => {
  const app = new Hono<Env>()
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : 'another', 503))
  app.use(limitTime(20))
  app.get('/never', () => new Promise<never>(() => {}))
  app.get('/stream', (c) => streamText(c, async (stream) => {
    await stream.sleep(60)
    await stream.write('to its end')
  }))
  const never = await app.request('/never')
  expect({ status: never.status, code: await never.text() }).toEqual({ status: 503, code: 'request.too-slow' })
  expect(await (await app.request('/stream')).text()).toBe('to its end')
})

it('counts each name apart, and takes a count back once', () => {
  const tally = createTally()
  const first = tally.add('ada', 1)
  expect(tally.add('ada', 1)).toBeNull()
  expect(tally.add('bo', 1)).not.toBeNull()
  first?.()
  first?.()
  expect(tally.add('ada', 1)).not.toBeNull()
  expect(tally.add('ada', 1)).toBeNull()
})

it.each([
  ['an ordinary request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', '200 OK', 'fine'],
  ['headers of more than 16 KB', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`, '431 ', 'The headers of this request are too large.'],
  ['headers that do not end', 'GET / HTTP/1.1\r\nHost: x\r\n', '408 ', 'The request did not come in time.'],
  ['a body that does not come', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nshort', '408 ', 'The request did not come in time.'],
  ['what is no request', 'good morning\r\n\r\n', '400 ', 'This is no HTTP request.'],
])('answers %s in our words', async (what, bytes, status, words) => {
  if (what.startsWith('a body')) server.removeAllListeners('request').on('request', () => {})
  const answer = await send(bytes)
  expect(answer).toContain(`HTTP/1.1 ${status}`)
  expect(answer).toContain(words)
})
