import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '#test/running-server.ts'
import { type Listener, listen } from './listen.ts'

const open: Listener[] = []
afterEach(() => Promise.all(open.splice(0).map((listener) => listener.close(0))))

async function listenOn(port: number) {
  const listener = await listen({ port, host: '127.0.0.1' })
  open.push(listener)
  return listener
}

it('refuses a port on which this very program listens already', async () => {
  const port = await freePort()
  await listenOn(port)
  await expect(listenOn(port)).rejects.toThrow(`Port ${port} is already in use.`)
})

it('answers 503 on every socket until the server has started, and the application from then on', async () => {
  const port = await freePort()
  const listener = await listenOn(port)
  const statuses = async () =>
    new Set(
      await Promise.all(
        Array.from(
          { length: 50 },
          async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } })).status,
        ),
      ),
    )
  expect(await statuses()).toEqual(new Set([503]))
  listener.answerWith((_request, response) => response.writeHead(204).end())
  expect(await statuses()).toEqual(new Set([204]))
})

it.runIf(process.platform === 'linux')('accepts many connections in a few turns of the event loop', async () => {
  const port = await freePort()
  const listener = await listenOn(port)
  listener.answerWith((_request, response) => response.end())
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  const answered = sockets.map(
    (socket) =>
      new Promise((resolve) => {
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
        socket.once('close', resolve)
        socket.resume()
      }),
  )
  let turns = 0
  let isDone = false
  // Busy turns: what the kernel does between two of them does not count.
  const countTurns = () => {
    turns++
    const end = performance.now() + 1
    while (performance.now() < end);
    if (!isDone) setImmediate(countTurns)
  }
  void Promise.all(answered).then(() => (isDone = true))
  countTurns()
  await Promise.all(answered)
  expect(turns).toBeLessThan(80)
})

it('waits for an open request when it closes', async () => {
  const port = await freePort()
  const listener = await listenOn(port)
  const arrived = Promise.withResolvers<() => void>()
  listener.answerWith((_request, response) => arrived.resolve(() => response.end('whole')))
  const response = fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())
  const answer = await arrived.promise
  const closed = listener.close(5_000)
  answer()
  expect(await response).toBe('whole')
  await closed
})
