import { describe, expect, it } from 'vitest'
import { createEventParser, readEvents } from './event-stream.ts'

describe('the event stream', () => {
  it('gives each event with its name and data', () => {
    const parser = createEventParser()
    expect(parser.push('event: delta\ndata: {"text":"Hi"}\n\nevent: done\ndata: {}\n\n')).toEqual([
      { event: 'delta', data: '{"text":"Hi"}' },
      { event: 'done', data: '{}' },
    ])
  })

  it('does not care where the network cuts the text', () => {
    const whole = 'event: delta\r\ndata: one\r\ndata: two\r\n\r\n: keep-alive\r\n\r\ndata:three\r\n\r\n'
    for (let cut = 0; cut <= whole.length; cut++) {
      const parser = createEventParser()
      expect([...parser.push(whole.slice(0, cut)), ...parser.push(whole.slice(cut))]).toEqual([
        { event: 'delta', data: 'one\ntwo' },
        { event: 'message', data: 'three' },
      ])
    }
  })

  it('keeps an unfinished event to itself', () => {
    expect(createEventParser().push('data: half')).toEqual([])
  })

  it('joins characters that arrive in two pieces', async () => {
    const bytes = new TextEncoder().encode('data: ü\n\n')
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    const events = []
    for await (const event of readEvents(new Response(body))) events.push(event)
    expect(events).toEqual([{ event: 'message', data: 'ü' }])
  })

  it('closes the connection when the caller leaves its loop', async () => {
    let isCanceled = false
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: one\n\n')),
      cancel: () => void (isCanceled = true),
    })
    for await (const { data } of readEvents(new Response(body))) {
      expect(data).toBe('one')
      break
    }
    expect(isCanceled).toBe(true)
  })
})
