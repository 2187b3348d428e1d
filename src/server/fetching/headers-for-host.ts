import type { ReadOptions } from './reader.ts'

/** Headers that a user set for one host, such as a session cookie. They are sent to that host only. */
export type SiteHeaders = Pick<ReadOptions, 'headers' | 'headersFor'> & {
  /** The address with which the read started. */
  start?: string
}

/** Headers that users cannot set: they belong to the connection or identify this crawler. */
const RESERVED = new Set(
  (
    'host connection content-length transfer-encoding upgrade keep-alive te trailer expect accept-encoding user-agent ' +
    'proxy-authorization proxy-connection proxy-authenticate'
  ).split(' '),
)

/**
 * The user's headers for a request to `url`, by lower-case name. Empty when host or port differ from `headersFor`, and
 * over plain HTTP when `start` is HTTPS.
 */
export function headersForHost(
  { headers = [], headersFor, start = '' }: SiteHeaders = {},
  url: string,
): Record<string, string> {
  const [target, origin] = [URL.parse(url), URL.parse(start)]
  if (!target || target.host !== headersFor) return {}
  if (target.protocol === 'http:' && origin?.protocol === 'https:') return {}
  const byName = headers.map(({ name, value }) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(byName.filter(([name]) => !RESERVED.has(name)))
}
