/** Which links belong to a crawl (specification, section 5). */
import type { Detail } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import { exclusionReason, type LinkRules, NO_RULES } from './link-rules.ts'
import { normalizeEncoding, normalizeQuery } from './normalize-address.ts'

/** One host and port, and a path prefix of whole segments ('' for the whole site). */
export type CrawlScope = {
  protocol: 'http:' | 'https:'
  /** Host, with the port unless it is the scheme's default. */
  host: string
  pathPrefix: string
}

export type LinkVerdict =
  | {
      ok: true
      /** The page's identity: no trailing slash or fragment, and no query unless the crawl keeps them. */
      url: string
      /** The address to fetch: as the identity, but with the trailing slash as linked. */
      fetchUrl: string
    }
  | { ok: false; url: string; reason: SkipReason; detail: Detail }

const EXCLUDED_TYPES = new Set('jpg jpeg png gif svg pdf doc docx xls xlsx zip rar css js json xml'.split(' '))
const EXCLUDED_SEGMENTS = new Set(
  'api login logout auth account admin static assets cdn img images js css fonts'.split(' '),
)

// Extensions that make the last segment of a start path a file. A version ("v2.0") or a name ("john.doe") is not.
const FILE_TYPES = new Set(
  (
    'html htm xhtml xht shtml dhtml phtml mhtml jhtml rhtml php php3 php4 php5 php7 asp aspx jsp jspx jsf do action ' +
    'cfm cgi pl py rb md markdown txt rst adoc'
  ).split(' '),
)

// An entry of the index over a crawl's addresses holds at most 2.7 kB.
const MAX_ADDRESS_CHARACTERS = 2000

/**
 * The scope of a crawl that starts at `startUrl`.
 * @throws TypeError when it is not an http(s) address.
 */
export function crawlScope(startUrl: string): CrawlScope {
  const url = new URL(startUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`Not an http(s) address: ${startUrl}`)
  return { protocol: url.protocol, host: url.host, pathPrefix: pathPrefix(url.pathname) }
}

export const scopeOf = ({ protocol, host, pathPrefix }: CrawlScope): CrawlScope => ({ protocol, host, pathPrefix })

/**
 * Decides whether an absolute link belongs to the crawl. Returns null for links that are ignored without a skip entry:
 * anchors, javascript:, mailto:, tel:, data:, other schemes, and what cannot be parsed.
 */
export function judgeLink(scope: CrawlScope, link: string, rules: LinkRules = NO_RULES): LinkVerdict | null {
  const url = parseHttp(link)
  if (!url) return null
  const refuse = (reason: SkipReason, detail: Detail = ''): LinkVerdict => ({
    ok: false,
    url: identity,
    reason,
    detail,
  })

  // http and https on their default ports are the same site; links are fetched with the scheme of the crawl.
  if (url.host === scope.host && url.protocol !== scope.protocol) url.protocol = scope.protocol
  const { keepQuery } = rules
  const identity = identityOf(url, keepQuery)
  if (identity.length > MAX_ADDRESS_CHARACTERS) {
    const shown = `${identity.slice(0, 200)}…`
    return { ok: false, url: shown, reason: 'unreadable', detail: { code: 'address-too-long' } }
  }
  if (url.host !== scope.host) return refuse('other-host', url.host)

  const segments = pathSegments(url.pathname)
  const type = extensionOf(segments.at(-1) ?? '')
  if (EXCLUDED_TYPES.has(type)) return refuse('excluded-type', `.${type}`)

  const excluded = segments.find((segment) => EXCLUDED_SEGMENTS.has(segment.toLowerCase()))
  if (excluded !== undefined) return refuse('excluded-path', `/${excluded}`)

  if (!isUnder(scope.pathPrefix, normalizeEncoding(url.pathname))) return refuse('outside-path', scope.pathPrefix)

  const excludedBy = exclusionReason(rules, url)
  if (excludedBy) return refuse(excludedBy.reason, excludedBy.detail)
  return { ok: true, url: identity, fetchUrl: url.origin + url.pathname + queryOf(url, keepQuery) }
}

/**
 * The identity of a page: its address without trailing slashes, fragment, and, unless the crawl keeps queries, query.
 * "/%61" and "/a" are the same page.
 * @throws TypeError when `address` cannot be parsed.
 */
export function pageIdentity(address: string, { keepQuery }: Pick<LinkRules, 'keepQuery'> = NO_RULES): string {
  return identityOf(new URL(address), keepQuery)
}

function parseHttp(link: string): URL | null {
  const url = URL.parse(link)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  // Never send credentials from a link. Setting what is empty parses the address again.
  if (url.username !== '') url.username = ''
  if (url.password !== '') url.password = ''
  return url
}

function identityOf(url: URL, keepQuery: boolean): string {
  return url.origin + trimSlashes(normalizeEncoding(url.pathname)) + queryOf(url, keepQuery)
}

function queryOf(url: URL, keepQuery: boolean): string {
  return keepQuery ? normalizeQuery(url.search) : ''
}

function pathPrefix(path: string): string {
  const trimmed = trimSlashes(normalizeEncoding(path))
  const cut = trimmed.lastIndexOf('/')
  const last = trimmed.slice(cut + 1)
  // A path with a trailing slash is a directory, even if its last segment looks like a file.
  return !path.endsWith('/') && FILE_TYPES.has(extensionOf(last)) ? trimSlashes(trimmed.slice(0, cut)) : trimmed
}

/** True when `path` is `prefix` or below it, by whole segments; '' has every path below it. */
export function isUnder(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

function trimSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

function pathSegments(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded)
}

function extensionOf(segment: string): string {
  const dot = segment.lastIndexOf('.')
  return dot < 0 ? '' : segment.slice(dot + 1).toLowerCase()
}

// "%61dmin" is "admin"; invalid percent-encoding stays.
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
