/** Faulty and hostile responses for the stand-in website. */
import zlib from 'node:zlib'
import type { SiteAnswer } from './website.ts'

type Encoding = 'gzip' | 'deflate' | 'br' | 'zstd'

const compress: Record<Encoding, (data: Buffer) => Buffer> = {
  gzip: (data) => zlib.gzipSync(data),
  deflate: (data) => zlib.deflateSync(data),
  br: (data) => zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (data) => zlib.zstdCompressSync(data),
}

/** A correctly compressed page. */
export function compressed(text: string, encoding: Encoding): SiteAnswer {
  return {
    headers: { 'content-encoding': encoding, 'content-type': 'text/html; charset=utf-8' },
    body: compress[encoding](Buffer.from(text)),
  }
}

/** A few kilobytes that decompress to `megabytes`. */
export function compressionBomb(encoding: Encoding, megabytes = 50): SiteAnswer {
  return {
    headers: { 'content-encoding': encoding },
    body: compress[encoding](Buffer.alloc(megabytes * 1_000_000, 'a')),
  }
}

/** A compression bomb inside a second layer of compression, so that the outer layer looks harmless. */
export function nestedBomb(megabytes = 50): SiteAnswer {
  const inner = compress.gzip(Buffer.alloc(megabytes * 1_000_000, 'a'))
  return { headers: { 'content-encoding': 'gzip, br' }, body: compress.br(inner) }
}

/** A large body, with its length announced in a header or chunked without one. */
export function largeBody({ announced, megabytes = 50 }: { announced: boolean; megabytes?: number }): SiteAnswer {
  return (request, response) => {
    const chunk = '<p>and so on </p>'.repeat(1000)
    let left = Math.ceil((megabytes * 1_000_000) / chunk.length)
    const headers = { 'content-type': 'text/html' }
    response.writeHead(200, announced ? { ...headers, 'content-length': String(left * chunk.length) } : headers)
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left--
        if (!response.write(chunk)) return
      }
      response.end()
    }
    response.on('drain', more)
    request.on('close', () => response.destroy())
    more()
  }
}

/** Announces a content length that differs from the body's. */
export function wrongLength(announced: number, body: string): SiteAnswer {
  return (request) => {
    request.socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${announced}\r\n\r\n${body}`)
  }
}

/** Announces chunked encoding but sends invalid chunks. */
export const brokenChunks: SiteAnswer = (request) => {
  request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nnonsense')
}

/** Headers that never end. */
export const endlessHeaders: SiteAnswer = (request) => {
  const { socket } = request
  socket.on('error', () => {})
  socket.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => socket.write(`x-more: ${'x'.repeat(1000)}\r\n`), 1)
  socket.on('close', () => clearInterval(timer))
}

/** A compressed page that ends early. */
export function truncatedBody(text: string, encoding: Encoding): SiteAnswer {
  const complete = compress[encoding](Buffer.from(text))
  return {
    headers: { 'content-encoding': encoding, 'content-type': 'text/html; charset=utf-8' },
    body: complete.subarray(0, Math.floor(complete.length * 0.7)),
  }
}

/** A body that never ends, sent as fast as the client reads. */
export const endlessBody: SiteAnswer = (request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  const chunk = '<p>and so on </p>'.repeat(1000)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  request.on('close', () => response.destroy())
  more()
}

/** Closes the connection in the middle of the body. */
export const resetMidBody: SiteAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' })
  response.write('<p>The beginning', () => response.destroy())
}

/** Closes the connection before any response. */
export const resetImmediately: SiteAnswer = (request) => void request.socket.destroy()

/** Never responds. */
export const silence: SiteAnswer = () => {}

/** Sends the start of the body and then stalls. */
export const stallMidBody: SiteAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.write('<p>The beginning')
}

/** Sends one character at a time without end. */
export const trickle: SiteAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  const timer = setInterval(() => response.write('a'), 20)
  response.on('close', () => clearInterval(timer))
}

/** A response of another protocol. */
export const notHttp: SiteAnswer = (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n')

/** 200 kB of headers. */
export const hugeHeaders: SiteAnswer = (_request, response) => {
  for (let index = 0; index < 2000; index++) response.setHeader(`x-filler-${index}`, 'x'.repeat(100))
  response.end('<p>Text')
}

export function redirectTo(location: string, status = 302): SiteAnswer {
  return { status, headers: { location } }
}

/** Deeply nested elements. */
export function nestedDeep(depth: number): string {
  return `<title>Deep</title>${'<div>'.repeat(depth)}<p>At the bottom there is a sentence.</p>${'</div>'.repeat(depth)}`
}

export function manyLinks(count: number): string {
  return `<title>Links</title><p>A page with many links.</p>${Array.from({ length: count }, (_, at) => `<a href="/l/${at}">${at}</a>`).join('')}`
}
