/** Decompresses a response body within a size limit. */
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { Detail, Message } from '#shared/errors.ts'

export type DecodedBody =
  | { ok: true; body: Uint8Array<ArrayBuffer> }
  | { ok: false; reason: 'too-large' | 'unreadable'; detail: Detail }

class TooLargeError extends Error {}
class BrokenError extends Error {}

/**
 * Reads `stream` and undoes `contentEncoding` (the header: gzip, deflate, br, zstd, also several). `maxBytes` applies
 * before and after decompression. Beyond it, the connection is closed; the result is the bytes so far with `truncate`,
 * else a failure.
 * @throws connection errors (reset, timeout, abort)
 */
export async function decodeBody(
  stream: Readable,
  contentEncoding: string,
  maxBytes: number,
  { truncate = false } = {},
): Promise<DecodedBody> {
  const encodings = parseContentEncoding(contentEncoding)
  if (!encodings) {
    stream.on('error', () => {}).destroy()
    const encoding = contentEncoding.slice(0, 100)
    return { ok: false, reason: 'unreadable', detail: { code: 'encoding-unknown', values: { encoding } } }
  }
  try {
    let body = await collect(stream, maxBytes, truncate)
    for (const encoding of encodings.toReversed()) body = await decompress(encoding, body, maxBytes, truncate)
    return { ok: true, body }
  } catch (error) {
    if (error instanceof TooLargeError) return { ok: false, reason: 'too-large', detail: tooLargeMessage(maxBytes) }
    if (error instanceof BrokenError || isZlibError(error)) {
      const encoding = encodings.join(', ')
      return { ok: false, reason: 'unreadable', detail: { code: 'encoding-broken', values: { encoding } } }
    }
    throw error
  }
}

export function tooLargeMessage(maxBytes: number): Message {
  return { code: 'larger-than', values: { n: Math.round(maxBytes / 1e6) } }
}

const ENCODINGS = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

/** More layers than this are an attack. */
const MAX_ENCODINGS = 3

/** The encodings of a Content-Encoding header in the order they were applied; null when unsupported or too many. */
export function parseContentEncoding(header: string): ContentEncoding[] | null {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const supported = names.flatMap((name) => ENCODINGS.find((encoding) => encoding === name) ?? [])
  return names.length <= MAX_ENCODINGS && supported.length === names.length ? supported : null
}

/** Leaving the loop early destroys the stream and with it the connection. */
async function collect(stream: AsyncIterable<Buffer>, maxBytes: number, truncate: boolean) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const remaining = maxBytes - size
    size += chunk.length
    if (size > maxBytes && !truncate) throw new TooLargeError()
    chunks.push(size > maxBytes ? chunk.subarray(0, remaining) : chunk)
    if (size > maxBytes) break
  }
  return concat(chunks)
}

async function decompress(
  encoding: ContentEncoding,
  body: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  truncate: boolean,
) {
  if (body.length === 0) return body
  const decoder = decoders[encoding](body)
  decoder.end(body)
  const decoded = await collect(decoder, maxBytes, truncate)
  // The lenient flush also accepts input that is not compressed at all, and returns nothing for it.
  if (decoded.length === 0) throw new BrokenError()
  return decoded
}

// Like browsers, keep what can be decompressed from a body that was cut off.
const LENIENT: zlib.ZlibOptions = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const LENIENT_BROTLI: zlib.BrotliOptions = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }
// A window of 8 MB, the maximum that RFC 8878 recommends decoders to support.
const ZSTD: zlib.ZstdOptions = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

const decoders: Record<ContentEncoding, (body: Uint8Array) => Transform> = {
  gzip: () => zlib.createGunzip(LENIENT),
  'x-gzip': () => zlib.createGunzip(LENIENT),
  // Some servers send raw deflate without the zlib header.
  deflate: (body) => (((body[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT)),
  br: () => zlib.createBrotliDecompress(LENIENT_BROTLI),
  zstd: () => zlib.createZstdDecompress(ZSTD),
}

/** Copies into a separate buffer: the bytes are transferred to a worker thread, which a slice of the pool cannot be. */
function concat(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['Z_', 'ERR_BROTLI', 'ERR__ERROR', 'ZSTD'].some((prefix) => code.startsWith(prefix))
}
