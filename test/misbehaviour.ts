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
