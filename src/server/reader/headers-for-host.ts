/** The headers that a person wants sent to one site, such as the cookie of a sign-in: to its host and nowhere else. */
import type { ReadOptions } from './reader.ts'

export type SiteHeaders = Pick<ReadOptions, 'headers' | 'headersFor'> & {
  /** The address that the reading began at. */
  start?: string
}

/** What belongs to the connection, and the name by which this crawler can be recognised, are not for anyone to choose. */
const OURS = new Set(
  (
    'host connection content-length transfer-encoding upgrade keep-alive te trailer expect accept-encoding user-agent ' +
    'proxy-authorization proxy-connection proxy-authenticate'
  ).split(' '),
)

/**
 * The headers that a request to `url` carries, by lower-case name: none for another host or port than `headersFor`,
 * and none over plain HTTP when the crawl began at `start` over HTTPS.
 */
export function headersForHost({ headers = [], headersFor, start = '' }: SiteHeaders = {}, url: string): Record<string, string> {
  const [to, from] = [URL.parse(url), URL.parse(start)]
  if (!to || to.host !== headersFor || (to.protocol === 'http:' && from?.protocol === 'https:')) return {}
  const wanted = headers.map(({ name, value }) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(wanted.filter(([name]) => !OURS.has(name)))
}
