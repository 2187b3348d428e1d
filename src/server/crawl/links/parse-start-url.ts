import { AppError } from '#shared/errors.ts'
import type { Egress } from '#server/fetching/egress.ts'

/**
 * Parses the website address that a person typed. Adds https when there is no scheme; drops the fragment, and the query
 * unless `keepQuery`. Throws AppError 'crawl.no-url', 'crawl.invalid-url'.
 */
export function parseStartUrl(typed: string | null | undefined, { keepQuery }: { keepQuery: boolean }): URL {
  const text = typed?.trim()
  if (!text) throw new AppError('crawl.no-url', {}, { field: 'url' })
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  const withScheme = hasScheme ? text : `https://${text}`
  if (!URL.canParse(withScheme)) throw new AppError('crawl.invalid-url', {}, { field: 'url' })
  // Without a scheme, only a name with a dot counts as a website.
  if (!hasScheme && !new URL(withScheme).hostname.includes('.'))
    throw new AppError('crawl.invalid-url', {}, { field: 'url' })
  const url = new URL(withScheme)
  const hasHost = !url.hostname.replace(/\.$/, '').split('.').includes('')
  const isValid = /^https?:$/.test(url.protocol) && hasHost && !url.username && !url.password
  if (!isValid) throw new AppError('crawl.invalid-url', {}, { field: 'url' })
  url.hash = ''
  if (!keepQuery) url.search = ''
  return url
}

/** Throws AppError 'crawl.private-host' and 'crawl.bad-port' for an address that this server must not connect to. */
export async function refuseForbiddenAddress(egress: Pick<Egress, 'check'>, url: URL) {
  const reachable = await egress.check(url.href)
  if (reachable.ok || reachable.reason === 'network') return
  if (reachable.reason === 'private-address')
    throw new AppError('crawl.private-host', { host: url.host }, { field: 'url' })
  throw new AppError('crawl.bad-port', { port: url.port }, { field: 'url' })
}
