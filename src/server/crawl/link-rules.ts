/** What a crawl's own settings say of an address on its site: patterns, ticked parts of the site, queries. */
import type { Branch, ShownCrawlSettings } from '#shared/crawl-settings.ts'
import { normalizeEncoding } from './normalize-address.ts'

export type LinkRules = Pick<ShownCrawlSettings, 'include' | 'exclude' | 'keepQuery'> & { branches: readonly Branch[] }

export const NO_RULES: LinkRules = { include: [], exclude: [], keepQuery: false, branches: [] }

export function rulesOf(crawl: { settings: ShownCrawlSettings; branches: readonly Branch[] }): LinkRules {
  const { include, exclude, keepQuery } = crawl.settings
  return { include, exclude, keepQuery, branches: crawl.branches }
}

/** The reason why `url` is left out, or null. A pattern of `exclude` wins over one of `include`. */
export function leftOutBy(
  rules: LinkRules,
  url: URL,
): { reason: 'excluded-pattern' | 'not-chosen'; detail: string } | null {
  const excluded = rules.exclude.find((pattern) => matches(pattern, url))
  if (excluded !== undefined) return { reason: 'excluded-pattern', detail: excluded }
  if (rules.include.length > 0 && !rules.include.some((pattern) => matches(pattern, url))) {
    return { reason: 'excluded-pattern', detail: rules.include.join(', ').slice(0, 300) }
  }
  if (rules.branches.length > 0 && !rules.branches.some((branch) => isIn(branch, url))) {
    return { reason: 'not-chosen', detail: '' }
  }
  return null
}

/**
 * True when `pattern` describes the whole path: `*` stands for any characters. A slash at the end is of no account, so
 * "/blog/*" has "/blog" too. A pattern with a question mark speaks of path and query.
 */
function matches(pattern: string, { pathname, search }: URL): boolean {
  const wanted = asPath(pattern)
  const path = asPath(pathname)
  if (wanted.includes('?')) return isLike(wanted, path + search)
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return isLike(wanted, bare) || isLike(wanted, `${bare}/`)
}

/** One pass with one step back, however many stars there are. */
function isLike(pattern: string, text: string): boolean {
  let at = 0
  let here = 0
  let star = -1
  let afterStar = 0
  while (here < text.length) {
    if (pattern[at] === '*') {
      star = at++
      afterStar = here
    } else if (at < pattern.length && pattern[at] === text[here]) {
      at++
      here++
    } else if (star >= 0) {
      at = star + 1
      here = ++afterStar
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

function isIn({ path, exact }: Branch, { pathname }: URL): boolean {
  const root = withoutSlash(asPath(path))
  const own = withoutSlash(asPath(pathname))
  return own === root || (!exact && own.startsWith(`${root}/`))
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/** As an address has it: "/über" and "/%C3%BCber" are the same path, and a bare percent sign stays what it is. */
const asPath = (path: string) => normalizeEncoding(path.replace(/[^\x21-\x7e]+/g, encoded))

function encoded(characters: string): string {
  return encodeURIComponent(characters.toWellFormed())
}
