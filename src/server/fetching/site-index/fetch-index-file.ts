/** Streams a sitemap or llms.txt, decompressed, so that memory does not depend on its size. */
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import zlib from 'node:zlib'
import { type ContentEncoding, parseContentEncoding } from '#server/fetching/decode-body.ts'
import { discardBody, followRedirects, type FetchOptions } from '#server/fetching/follow-redirects.ts'

/** `ok` is false when the site answered with an error or the connection failed before the first chunk. */
export type IndexFile = { ok: boolean; finalUrl: string; contentType: string }

/** Passes the text of `url` to `onText` until it returns false, the file ends or `maxBytes` are read. */
export async function fetchIndexFile(
  url: string,
  options: FetchOptions,
  maxBytes: number,
  onText: (text: string, file: Omit<IndexFile, 'ok'>) => boolean,
): Promise<IndexFile> {
  const failed: IndexFile = { ok: false, finalUrl: url, contentType: '' }
  let started: IndexFile = failed
  const result = await followRedirects<IndexFile>(url, options, async ({ response, finalUrl }) => {
    if (response.statusCode !== 200) {
      discardBody(response)
      return failed
    }
    const file = { finalUrl, contentType: String(response.headers['content-type'] ?? '').toLowerCase() }
    const decoder = new TextDecoder()
    let bytesLeft = maxBytes
    const body = decompress(response.body, String(response.headers['content-encoding'] ?? ''))
    // Leaving the loop early closes the connection.
    for await (const chunk of gunzipIfNeeded(body)) {
      started = { ok: true, ...file }
      const wantsMore = onText(decoder.decode(chunk.subarray(0, bytesLeft), { stream: true }), file)
      bytesLeft -= chunk.length
      if (!wantsMore || bytesLeft <= 0) break
      await yieldToEventLoop()
    }
    return { ok: true, ...file }
  })
  return 'finalUrl' in result ? result : started
}

const decoders: Record<ContentEncoding, () => Transform> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
}

/** @throws for an unsupported encoding, which `followRedirects` turns into a failure */
function decompress(body: AsyncIterable<Buffer>, contentEncoding: string): AsyncIterable<Buffer> {
  const encodings = parseContentEncoding(contentEncoding)
  if (!encodings) throw new Error(`Unsupported content encoding: ${contentEncoding.slice(0, 100)}`)
  return encodings.reduceRight((stream, encoding) => through(stream, decoders[encoding]()), body)
}

/** Sitemaps are often stored as .gz files; recognizes them by their first two bytes (RFC 1952, 2.3.1). */
async function* gunzipIfNeeded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const whole = (async function* () {
    try {
      yield first.value
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  })()
  yield* first.value[0] === 0x1f && first.value[1] === 0x8b ? through(whole, zlib.createGunzip()) : whole
}

async function* through(source: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  // A failing source destroys `transform`, whose iterator then throws the error.
  const feeding = pipeline(source, transform).catch(() => {})
  yield* transform
  await feeding
}
