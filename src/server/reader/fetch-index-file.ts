/** Reads a sitemap or llms.txt piece by piece, decompressed, so that its size costs no memory. */
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import zlib from 'node:zlib'
import { type ContentEncoding, readEncodings } from './content-encodings.ts'
import { discardBody, followRedirects, type FetchOptions } from './follow-redirects.ts'

export type IndexFile = { ok: boolean; finalUrl: string; contentType: string }

/**
 * Hands the text of `url` to `take` in pieces until it answers false, the file ends or `limits.maxBytes` are read.
 * `ok` is false when the site answered with a failure, or broke off before the first piece.
 */
export async function fetchIndexFile(
  url: string,
  options: FetchOptions,
  maxBytes: number,
  take: (text: string, file: Omit<IndexFile, 'ok'>) => boolean,
): Promise<IndexFile> {
  const nothing: IndexFile = { ok: false, finalUrl: url, contentType: '' }
  let started: IndexFile = nothing
  const result = await followRedirects<IndexFile>(url, options, async ({ response, finalUrl }) => {
    if (response.statusCode !== 200) {
      discardBody(response)
      return nothing
    }
    const file = { finalUrl, contentType: String(response.headers['content-type'] ?? '').toLowerCase() }
    const decoder = new TextDecoder()
    let left = maxBytes
    // Leaving the loop early lets go of the connection.
    for await (const chunk of unzipped(decoded(response.body, String(response.headers['content-encoding'] ?? '')))) {
      started = { ok: true, ...file }
      const more = take(decoder.decode(chunk.subarray(0, left), { stream: true }), file)
      left -= chunk.length
      if (!more || left <= 0) break
      // A long file is read between other work, not instead of it.
      await otherWork()
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

/** Undoes Content-Encoding; one that nobody here can undo ends the reading of this file, and of nothing else. */
function decoded(body: AsyncIterable<Buffer>, encodings: string): AsyncIterable<Buffer> {
  const names = readEncodings(encodings)
  if (!names) throw new Error(`Encoded as ${encodings.slice(0, 100)}`)
  return names.reduceRight((stream, name) => through(stream, decoders[name]()), body)
}

/** Sitemaps are often stored gzipped; which one is, its first two bytes tell (RFC 1952, 2.3.1). */
async function* unzipped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
  // What goes wrong on the way in is thrown by the way out.
  const feeding = pipeline(source, transform).catch(() => {})
  yield* transform
  await feeding
}
