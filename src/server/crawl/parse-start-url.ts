/** What a person typed as the address of a website, as an address that may be asked for. */
import { AppError } from '#shared/errors.ts'
import type { Egress } from '#server/reader/address.ts'

/**
 * An address without a scheme gets https; a fragment is not part of what is asked for, nor is a query unless
 * `keepQuery`. Throws AppError 'crawl.no-url', 'crawl.invalid-url'.
 */
export function parseStartUrl(typed: string | null | undefined, { keepQuery }: { keepQuery: boolean }): URL {
  const text = typed?.trim()
  if (!text) throw new AppError('crawl.no-url')
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const withScheme = hasScheme ? text : `https://${text}`
  if (!URL.canParse(withScheme)) throw new AppError('crawl.invalid-url')
  // Without a scheme a single word is no address yet: only a name with a dot is taken for a website.
  if (!hasScheme && !new URL(withScheme).hostname.includes('.')) throw new AppError('crawl.invalid-url')
  const url = new URL(withScheme)
  const plausible = /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password
  if (!plausible) throw new AppError('crawl.invalid-url')
  url.hash = ''
  if (!keepQuery) url.search = ''
  return url
}

/** Throws AppError 'crawl.private-host' for an address that this server may not ask. */
export async function refusePrivateHost(egress: Pick<Egress, 'check'>, url: URL) {
  const reachable = await egress.check(url.href)
  if (!reachable.ok && reachable.reason === 'private-address') {
    throw new AppError('crawl.private-host', { host: url.host })
  }
}
