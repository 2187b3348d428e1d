import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { openPageReaders, type PageReaders, type PageReadersOptions } from './page-readers.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const body = (html: string) => ({
  bytes: new Uint8Array(new TextEncoder().encode(html)),
  kind: 'html' as const,
  charset: 'utf-8',
  url: 'https://example.org/',
})
/** A page that takes a thread for a good while. */
const slow = () => body('<p>Some words of a paragraph. '.repeat(4_000))

let readers: PageReaders
const open = (options: PageReadersOptions = {}) => (readers = openPageReaders({ threads: 2, ...options }))
afterEach(() => readers.close())

describe('pages are read in threads of their own', { timeout: 60_000 }, () => {
  it('two hundred at once, each with its own text', async () => {
    open()
    const pages = await Promise.all(
      Array.from({ length: 200 }, (_, at) => readers.read(body(`<title>${at}</title><p>${sentence} ${at}</p>`))),
    )
    expect(pages.map((page) => page.ok && page.page.content)).toEqual(pages.map((_, at) => `${sentence} ${at}`))
  })

  it('of which one that takes too long costs nothing but itself', async () => {
    open({ threads: 1, timeLimitMs: 1_500 })
    // The thread starts before its time is counted hard.
    await readers.read(body('<p>x'))
    const endless = body(`${'<p>Some words, of a long paragraph; and more. '.repeat(180_000)}`)
    const [late, next] = await Promise.all([readers.read(endless), readers.read(body(`<p>${sentence}`))])
    expect(late).toEqual({ ok: false, detail: 'Reading it took too long' })
    expect(next).toMatchObject({ ok: true, page: { content: sentence } })
  })

  it('of which one that waits for a busy processor is waited for', async () => {
    const busy = Array.from({ length: 4 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
    try {
      open({ threads: 1, timeLimitMs: 1_500 })
      await readers.read(body('<p>x'))
      expect(await readers.read(body('<p>Some words of a paragraph. '.repeat(20_000)))).toMatchObject({ ok: true })
    } finally {
      await Promise.all(busy.map((worker) => worker.terminate()))
    }
  })

  it('of which one that takes too much memory costs nothing but itself', async () => {
    open({ threads: 1, memoryMb: 40 })
    const [large, next] = await Promise.all([
      readers.read(body('<p><b>x</b> <i>y</i></p>'.repeat(100_000))),
      readers.read(body(`<p>${sentence}`)),
    ])
    expect(large).toEqual({ ok: false, detail: 'Reading it took too much memory' })
    expect(next).toMatchObject({ ok: true, page: { content: sentence } })
  })
})

describe('a page that is no longer wanted', { timeout: 30_000 }, () => {
  it('leaves the queue at once, and those behind it are read', async () => {
    open({ threads: 1 })
    const stop = new AbortController()
    const first = readers.read(slow())
    const unwanted = readers.read(body('<p>unwanted'), stop.signal)
    const last = readers.read(body(`<p>${sentence}`))
    stop.abort(new Error('stopped'))
    await expect(unwanted).rejects.toThrow('stopped')
    expect((await first).ok).toBe(true)
    expect(await last).toMatchObject({ ok: true, page: { content: sentence } })
  })

  it('is let go of while a thread reads it', async () => {
    open({ threads: 1 })
    const stop = new AbortController()
    const unwanted = readers.read(slow(), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(unwanted).rejects.toThrow('stopped')
    expect(await readers.read(body(`<p>${sentence}`))).toMatchObject({ ok: true })
  })

  it('leaves no listener on the signal of its crawl', async () => {
    open()
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, args)
    }
    await Promise.all(Array.from({ length: 50 }, () => readers.read(body('<p>x'), signal)))
    expect(listeners).toBe(0)
  })

  it('is answered when the reader closes', async () => {
    open({ threads: 1 })
    const pages = [readers.read(slow()), readers.read(body('<p>x'))]
    await readers.close()
    expect((await Promise.all(pages)).map((page) => page.ok)).toEqual([false, false])
    expect(await readers.read(body('<p>x'))).toEqual({ ok: false, detail: 'The reader is closed' })
  })
})
