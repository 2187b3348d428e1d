import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { openExtractionPool, type ExtractionPool, type ExtractionPoolOptions } from './extraction-pool.ts'

const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
const input = (html: string) => ({
  bytes: new Uint8Array(new TextEncoder().encode(html)),
  kind: 'html' as const,
  charset: 'utf-8',
  url: 'https://example.org/',
})
/** A page that occupies a thread for a noticeable time. */
const slow = () => input('<p>Some words of a paragraph. '.repeat(4_000))

let pool: ExtractionPool
const open = (options: ExtractionPoolOptions = {}) => (pool = openExtractionPool({ threads: 2, ...options }))
afterEach(() => pool.close())

describe('the extraction pool', { timeout: 60_000 }, () => {
  it('returns the right text for each of two hundred concurrent pages', async () => {
    open()
    const pages = await Promise.all(
      Array.from({ length: 200 }, (_, at) => pool.extract(input(`<title>${at}</title><p>${sentence} ${at}</p>`))),
    )
    expect(pages.map((page) => page.ok && page.page.content)).toEqual(pages.map((_, at) => `${sentence} ${at}`))
  })

  it('ends a page that exceeds its CPU time and extracts the next one [page-readers-2]', async () => {
    open({ threads: 1, cpuLimitMs: 600 })
    // Starting the thread must not count.
    await pool.extract(input('<p>x'))
    const heavy = input(`${'<p>Some words, of a long paragraph; and more. '.repeat(180_000)}`)
    const [exceeded, next] = await Promise.all([pool.extract(heavy), pool.extract(input(`<p>${sentence}`))])
    expect(exceeded).toEqual({ ok: false, detail: { code: 'extract-timed-out' } })
    expect(next).toMatchObject({ ok: true, page: { content: sentence } })
  })

  it('does not count the time that a thread waits for a busy processor', async () => {
    const spinning = Array.from({ length: 4 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
    try {
      open({ threads: 1, cpuLimitMs: 3_000 })
      await pool.extract(input('<p>x'))
      expect(await pool.extract(input('<p>Some words of a paragraph. '.repeat(20_000)))).toMatchObject({ ok: true })
    } finally {
      await Promise.all(spinning.map((worker) => worker.terminate()))
    }
  })

  it('leaves 100 of the 256 MB that a page may take for the code and buffers of its thread [page-readers-3]', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve))
    open({ threads: 1 })
    await pool.extract(input('<p>x'))
    const { maxOldGenerationSizeMb = Infinity, maxYoungGenerationSizeMb = Infinity } =
      (await started).resourceLimits ?? {}
    // hostile-pages-2 measures what whole pages take with it.
    expect(maxOldGenerationSizeMb + maxYoungGenerationSizeMb).toBeLessThanOrEqual(156)
    // Less would refuse ordinary pages of ten megabytes.
    expect(maxOldGenerationSizeMb).toBeGreaterThanOrEqual(128)
  })

  it('ends a page that exceeds its memory and extracts the next one [page-readers-1]', async () => {
    open({ threads: 1, memoryMb: 40 })
    const [large, next] = await Promise.all([
      pool.extract(input('<p><b>x</b> <i>y</i></p>'.repeat(100_000))),
      pool.extract(input(`<p>${sentence}`)),
    ])
    expect(large).toEqual({ ok: false, detail: { code: 'extract-memory' } })
    expect(next).toMatchObject({ ok: true, page: { content: sentence } })
  })
})

describe('an aborted extraction', { timeout: 30_000 }, () => {
  it('leaves the queue immediately without holding up the pages behind it', async () => {
    open({ threads: 1 })
    const stop = new AbortController()
    const first = pool.extract(slow())
    const aborted = pool.extract(input('<p>aborted'), stop.signal)
    const last = pool.extract(input(`<p>${sentence}`))
    stop.abort(new Error('stopped'))
    await expect(aborted).rejects.toThrow('stopped')
    expect((await first).ok).toBe(true)
    expect(await last).toMatchObject({ ok: true, page: { content: sentence } })
  })

  it('rejects immediately while its thread is still busy', async () => {
    open({ threads: 1 })
    const stop = new AbortController()
    const aborted = pool.extract(slow(), stop.signal)
    stop.abort(new Error('stopped'))
    await expect(aborted).rejects.toThrow('stopped')
    expect(await pool.extract(input(`<p>${sentence}`))).toMatchObject({ ok: true })
  })

  it('leaves no listener on the signal', async () => {
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
    await Promise.all(Array.from({ length: 50 }, () => pool.extract(input('<p>x'), signal)))
    expect(listeners).toBe(0)
  })

  it('resolves running and queued extractions when the pool closes', async () => {
    open({ threads: 1 })
    const pages = [pool.extract(slow()), pool.extract(input('<p>x'))]
    await pool.close()
    expect((await Promise.all(pages)).map((page) => page.ok)).toEqual([false, false])
    expect(await pool.extract(input('<p>x'))).toEqual({ ok: false, detail: { code: 'extract-closed' } })
  })
})
