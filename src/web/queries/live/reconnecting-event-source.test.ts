import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { EventSource } from 'undici'
import { connectEventSource } from './reconnecting-event-source.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** Answers each request with the next of `answers`, and every further one with the last. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
  let asked = 0
  const server = createServer((_, response) => answers[Math.min(asked++, answers.length - 1)]?.(response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  closing.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  )
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
}

const refuse = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const send = (text: string) => (response: ServerResponse) => void begin(response).write(`retry: 10\ndata: ${text}\n\n`)
const sendAndEnd = (text: string) => (response: ServerResponse) =>
  void begin(response).end(`retry: 10\ndata: ${text}\n\n`)

function live(url: string) {
  const received: string[] = []
  // undici's is the browser's except for its types.
  const open = () => new EventSource(url) as unknown as globalThis.EventSource
  closing.unshift(
    connectEventSource(
      open,
      { onMessage: (data) => received.push(data), onReconnected: () => received.push('(reconnected)') },
      10,
    ),
  )
  return received
}

it('opens the line again when the server answers that it restarts, and says that something may be lost', async () => {
  const received = live(await serve(sendAndEnd('one'), refuse(502), refuse(503), send('two')))
  await expect.poll(() => received).toEqual(['one', '(reconnected)', 'two'])
})

it('also when the first answer is a refusal; then nothing was lost', async () => {
  const received = live(await serve(refuse(503), send('one')))
  await expect.poll(() => received).toEqual(['one'])
})
