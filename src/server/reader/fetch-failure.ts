/** Puts what went wrong on the wire into a reason and words for a person. */
import { PRIVATE_ADDRESS, privateAddressWords } from './address.ts'
import type { NotRead } from './reader.ts'

type Circumstances = { url: string; stopped: boolean; limits: { totalMs: number; idleMs: number } }

/** The failure that an error thrown while fetching `url` amounts to. */
export function failureOf(error: unknown, { url, stopped, limits }: Circumstances): NotRead {
  if (stopped) return { ok: false, reason: 'stopped', detail: '', retry: false }
  const host = URL.parse(url)?.host ?? url
  const codes = codesOf(error)
  const has = (...wanted: string[]) => wanted.some((code) => codes.includes(code))

  if (has(PRIVATE_ADDRESS)) {
    return { ok: false, reason: 'private-address', detail: privateAddressWords(new URL(url)), retry: false }
  }
  if (has('UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW')) {
    return { ok: false, reason: 'too-large', detail: 'Its headers are too large', retry: false }
  }
  if (has('TimeoutError', 'AbortError')) {
    return { ok: false, reason: 'timeout', detail: `Took longer than ${limits.totalMs / 1000} seconds`, retry: true }
  }
  if (has('UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT')) {
    return { ok: false, reason: 'timeout', detail: `${host} fell silent`, retry: true }
  }
  if (has('ENOTFOUND')) {
    return { ok: false, reason: 'network', detail: `The name ${host} could not be found`, retry: false }
  }
  if (has('ECONNREFUSED')) {
    return { ok: false, reason: 'network', detail: `${host} refused the connection`, retry: true }
  }
  const certificate = codes.find((code) => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
  if (certificate) {
    return { ok: false, reason: 'network', detail: `Its certificate is not valid (${certificate})`, retry: false }
  }
  if (codes.some((code) => code.startsWith('HPE_'))) {
    return { ok: false, reason: 'unreadable', detail: 'Its answer is not HTTP', retry: false }
  }
  return {
    ok: false,
    reason: 'network',
    detail: `The connection to ${host} failed (${codes[0] ?? 'unknown'})`,
    retry: true,
  }
}

/** The codes and names of an error, of its causes and of the errors it gathers, outermost first. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : []
  const gathered = error instanceof AggregateError ? error.errors.flatMap((inner) => codesOf(inner, depth + 1)) : []
  return [...own, error.name, ...gathered, ...codesOf(error.cause, depth + 1)].filter((code) => code !== 'Error')
}
