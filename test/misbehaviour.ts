/** Answers for a website that misbehaves: each one a way in which real servers, by accident or on purpose, do. */
import zlib from 'node:zlib'
import type { SiteAnswer } from './website.ts'

type Encoding = 'gzip' | 'deflate' | 'br' | 'zstd'

const compress: Record<Encoding, (data: Buffer) => Buffer> = {
  gzip: (data) => zlib.gzipSync(data),
  deflate: (data) => zlib.deflateSync(data),
  br: (data) => zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: (data) => zlib.zstdCompressSync(data),
}

/** `text` in an encoding, honestly. */
export function compressed(text: string, encoding: Encoding): SiteAnswer {
  return {
    headers: { 'content-encoding': encoding, 'content-type': 'text/html; charset=utf-8' },
    body: compress[encoding](Buffer.from(text)),
  }
}

/** A few kilobytes that become `megabytes` when they are decompressed. */
export function compressionBomb(encoding: Encoding, megabytes = 50): SiteAnswer {
  return {
    headers: { 'content-encoding': encoding },
    body: compress[encoding](Buffer.alloc(megabytes * 1_000_000, 'a')),
  }
}

/** A bomb within a bomb: each layer looks harmless to whoever undoes only the one around it. */
export function nestedBomb(megabytes = 50): SiteAnswer {
  const inner = compress.gzip(Buffer.alloc(megabytes * 1_000_000, 'a'))
  return { headers: { 'content-encoding': 'gzip, br' }, body: compress.br(inner) }
}

/** Fifty megabytes: announced, or in chunks without a word about their number. */
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

/** Names a length and closes before it is reached, or sends more than it named. */
export function wrongLength(named: number, body: string): SiteAnswer {
  return (request) => {
    request.socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${named}\r\n\r\n${body}`)
  }
}

/** Chunked in name, nonsense in fact. */
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

/** A compressed page that is cut off in the middle. */
export function cutOff(text: string, encoding: Encoding): SiteAnswer {
  const whole = compress[encoding](Buffer.from(text))
  return {
    headers: { 'content-encoding': encoding, 'content-type': 'text/html; charset=utf-8' },
    body: whole.subarray(0, Math.floor(whole.length * 0.7)),
  }
}

/** A body that never ends, as fast as it is taken. */
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

/** Begins to answer and breaks the connection off. */
export const resetMidway: SiteAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' })
  response.write('<p>The beginning', () => response.destroy())
}

/** Breaks the connection off before any answer. */
export const resetAtOnce: SiteAnswer = (request) => void request.socket.destroy()

/** Takes the request and says nothing. */
export const silence: SiteAnswer = () => {}

/** Sends its first words and then falls silent. */
export const silentMidway: SiteAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.write('<p>The beginning')
}

/** A letter now and then: never silent, never done. */
export const trickle: SiteAnswer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  const timer = setInterval(() => response.write('a'), 20)
  response.on('close', () => clearInterval(timer))
}

/** Something that is not HTTP. */
export const notHttp: SiteAnswer = (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n')

/** More headers than anyone needs. */
export const hugeHeaders: SiteAnswer = (_request, response) => {
  for (let index = 0; index < 2000; index++) response.setHeader(`x-filler-${index}`, 'x'.repeat(100))
  response.end('<p>Text')
}

export function redirectTo(location: string, status = 302): SiteAnswer {
  return { status, headers: { location } }
}

/** Elements within elements within elements. */
export function nestedDeep(depth: number): string {
  return `<title>Deep</title>${'<div>'.repeat(depth)}<p>At the bottom there is a sentence.</p>${'</div>'.repeat(depth)}`
}

export function manyLinks(count: number): string {
  return `<title>Links</title><p>A page with many links.</p>${Array.from({ length: count }, (_, at) => `<a href="/l/${at}">${at}</a>`).join('')}`
}
