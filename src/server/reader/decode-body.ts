/** Takes a response's body in: decompressed, and never more of it than allowed, however small it was sent. */
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { type ContentEncoding, readEncodings } from './content-encodings.ts'

export type DecodedBody =
  { ok: true; body: Uint8Array<ArrayBuffer> } | { ok: false; reason: 'too-large' | 'unreadable'; detail: string }

class TooLarge extends Error {}
class Broken extends Error {}

/**
 * Reads `stream`, undoing `encodings` (the Content-Encoding header: gzip, deflate, br, zstd, also several).
 * Stops at `maxBytes`, counted both before and after decompression, and lets go of the connection: with `cut` the
 * bytes so far are the answer, else the body is too large.
 * @throws what the connection throws (reset, timeout, abort).
 */
export async function decodeBody(
  stream: Readable,
  encodings: string,
  maxBytes: number,
  { cut = false } = {},
): Promise<DecodedBody> {
  const names = readEncodings(encodings)
  if (!names) {
    stream.on('error', () => {}).destroy()
    return { ok: false, reason: 'unreadable', detail: `Encoded as ${encodings.slice(0, 100)}` }
  }
  try {
    let body = await collect(stream, maxBytes, cut)
    for (const name of names.toReversed()) body = await undo(name, body, maxBytes, cut)
    return { ok: true, body }
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, reason: 'too-large', detail: tooLargeWords(maxBytes) }
    if (error instanceof Broken || isZlibError(error))
      return { ok: false, reason: 'unreadable', detail: `Its ${names.join(', ')} encoding is broken` }
    throw error
  }
}

export function tooLargeWords(maxBytes: number): string {
  return `Larger than ${Math.round(maxBytes / 1e6)} MB`
}

/** Gathers a stream up to `maxBytes`; leaving the loop early destroys it, and with it the connection. */
async function collect(stream: AsyncIterable<Buffer>, maxBytes: number, cut: boolean) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const room = maxBytes - size
    size += chunk.length
    if (size > maxBytes && !cut) throw new TooLarge()
    chunks.push(size > maxBytes ? chunk.subarray(0, room) : chunk)
    if (size > maxBytes) break
  }
  return joined(chunks)
}

async function undo(name: ContentEncoding, body: Uint8Array<ArrayBuffer>, maxBytes: number, cut: boolean) {
  if (body.length === 0) return body
  const decoder = decoders[name](body)
  decoder.end(body)
  const decoded = await collect(decoder, maxBytes, cut)
  // The lenient end of a stream also ends what never was one.
  if (decoded.length === 0) throw new Broken()
  return decoded
}

// A body that was cut short still holds text worth reading: what could be decompressed is kept, as browsers do.
const LENIENT: zlib.ZlibOptions = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const LENIENT_BROTLI: zlib.BrotliOptions = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }
// 8 MB of window, the most that RFC 8878 asks a decoder to support for the web.
const ZSTD: zlib.ZstdOptions = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

const decoders: Record<ContentEncoding, (body: Uint8Array) => Transform> = {
  gzip: () => zlib.createGunzip(LENIENT),
  'x-gzip': () => zlib.createGunzip(LENIENT),
  // Some servers send a raw deflate stream without the zlib header that the name promises.
  deflate: (body) => (((body[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT)),
  br: () => zlib.createBrotliDecompress(LENIENT_BROTLI),
  zstd: () => zlib.createZstdDecompress(ZSTD),
}

// A copy of its own, never a slice of the shared pool: the bytes are handed over to another thread whole.
function joined(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return (
    code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR') || code.startsWith('ZSTD')
  )
}
