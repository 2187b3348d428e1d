import type { Message } from '#shared/errors.ts'
import { EgressRefused, privateAddressMessage } from './egress.ts'
import type { ReadFailure } from './reader.ts'

/** Such as DEPTH_ZERO_SELF_SIGNED_CERT or ERR_TLS_CERT_ALTNAME_INVALID. */
const TLS_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

type Context = { url: string; stopped: boolean; limits: { totalMs: number } }

/**
 * Turns an error thrown while fetching `url` into a failure with a reason and a text for the user. The first case that
 * applies counts. What another attempt is unlikely to change, such as a name that does not exist, is not retried.
 */
export function classifyFetchError(error: unknown, { url, stopped, limits }: Context): ReadFailure {
  if (stopped) return { ok: false, reason: 'stopped', detail: '', retry: false }
  const host = URL.parse(url)?.host ?? url
  const errors = allErrors(error)
  const codes = errors.flatMap(codesOf)
  const hasAny = (...wanted: string[]) => wanted.some((code) => codes.includes(code))

  const refused = errors.find((each) => each instanceof EgressRefused)
  if (refused) {
    const { reason, detail } = refused.refusal
    // A lookup does not know the port.
    const shown = reason === 'private-address' ? privateAddressMessage(new URL(url)) : detail
    return { ok: false, reason, detail: shown, retry: false }
  }
  // UND_ERR_ is undici's prefix, HPE_ that of its HTTP parser.
  if (hasAny('UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW')) {
    return { ok: false, reason: 'too-large', detail: { code: 'headers-too-large' }, retry: false }
  }
  // The limit for the whole request; undici's own limits for its phases follow.
  if (hasAny('TimeoutError', 'AbortError')) {
    const detail: Message = { code: 'request-timed-out', values: { n: limits.totalMs / 1000 } }
    return { ok: false, reason: 'timeout', detail, retry: true }
  }
  if (hasAny('UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT')) {
    const detail: Message = { code: 'host-silent', values: { host } }
    return { ok: false, reason: 'timeout', detail, retry: true }
  }
  if (hasAny('ENOTFOUND')) {
    const detail: Message = { code: 'host-not-found', values: { host } }
    return { ok: false, reason: 'network', detail, retry: false }
  }
  if (hasAny('ECONNREFUSED')) {
    const detail: Message = { code: 'host-refused', values: { host } }
    return { ok: false, reason: 'network', detail, retry: true }
  }
  // Plain HTTP came instead of a TLS handshake.
  if (hasAny('ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG')) {
    const detail: Message = { code: 'host-without-https', values: { host } }
    return { ok: false, reason: 'network', detail, retry: false }
  }
  const certificate = codes.find((code) => TLS_ERROR.test(code))
  if (certificate) {
    const detail: Message = { code: 'certificate-invalid', values: { reason: certificate } }
    return { ok: false, reason: 'network', detail, retry: false }
  }
  if (codes.some((code) => code.startsWith('HPE_'))) {
    return { ok: false, reason: 'unreadable', detail: { code: 'response-not-http' }, retry: false }
  }
  const detail: Message = { code: 'connection-failed', values: { host, reason: codes[0] ?? 'unknown' } }
  return { ok: false, reason: 'network', detail, retry: true }
}

const MAX_CAUSE_DEPTH = 4

/** An error, its aggregated errors and its causes, outermost first. */
function allErrors(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > MAX_CAUSE_DEPTH) return []
  const aggregated = error instanceof AggregateError ? error.errors.flatMap((inner) => allErrors(inner, depth + 1)) : []
  return [error, ...aggregated, ...allErrors(error.cause, depth + 1)]
}

/** The code and the name, as far as they say something. */
function codesOf(error: Error): string[] {
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  return [...code, error.name].filter((name) => name !== 'Error')
}
