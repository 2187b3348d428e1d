/** Limits on connections and requests that apply before a request is parsed. */
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorStatus, toFailure } from '#shared/errors.ts'
import { requestLimits } from '#shared/limits.ts'

/** For `createServer`. */
export const socketLimits: ServerOptions = {
  maxHeaderSize: requestLimits.headerBytes,
  headersTimeout: requestLimits.headersWithinSeconds * 1000,
  requestTimeout: requestLimits.requestWithinSeconds * 1000,
  connectionsCheckingInterval: 5_000,
  // Longer than the idle timeout of common proxies, so that a proxy never reuses a connection we are closing.
  keepAliveTimeout: 75_000,
}

/** Answers requests that Node cannot parse in our failure shape. */
export function answerClientErrors(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const code = codes[error.code ?? ''] ?? 'request.malformed'
    const body = JSON.stringify(toFailure({ code }))
    socket.end(
      `HTTP/1.1 ${errorStatus(code)} ${reasons[code]}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}

/** https://nodejs.org/api/http.html#event-clienterror */
const codes: Record<string, keyof typeof reasons> = {
  HPE_HEADER_OVERFLOW: 'request.headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timed-out',
}

const reasons = {
  'request.headers-too-large': 'Request Header Fields Too Large',
  'request.timed-out': 'Request Timeout',
  'request.malformed': 'Bad Request',
} as const satisfies Partial<Record<ErrorCode, string>>
