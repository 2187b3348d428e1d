/** The rules that a crawl's settings add: include and exclude patterns, selected parts of the site, queries. */
import type { Branch, ShownCrawlSettings } from '#shared/crawl/crawl-settings.ts'
import { normalizeEncoding } from './normalize-address.ts'

export type LinkRules = Pick<ShownCrawlSettings, 'include' | 'exclude' | 'keepQuery'> & { branches: readonly Branch[] }

export const NO_RULES: LinkRules = { include: [], exclude: [], keepQuery: false, branches: [] }

export function rulesOf(crawl: { settings: ShownCrawlSettings; branches: readonly Branch[] }): LinkRules {
  const { include, exclude, keepQuery } = crawl.settings
  return { include, exclude, keepQuery, branches: crawl.branches }
}

/** The reason why the rules exclude `url`, or null. `exclude` takes precedence over `include`. */
export function exclusionReason(
  rules: LinkRules,
  url: URL,
): { reason: 'excluded-pattern' | 'not-chosen'; detail: string } | null {
  const excluded = rules.exclude.find((pattern) => matches(pattern, url))
  if (excluded !== undefined) return { reason: 'excluded-pattern', detail: excluded }
  if (rules.include.length > 0 && !rules.include.some((pattern) => matches(pattern, url))) {
    return { reason: 'excluded-pattern', detail: rules.include.join(', ').slice(0, 300) }
  }
  if (rules.branches.length > 0 && !isInSelectedPart(rules.branches, url)) {
    return { reason: 'not-chosen', detail: '' }
  }
  return null
}

/**
 * True when `pattern` matches the whole path; `*` matches any characters. A trailing slash is ignored, so "/blog/*"
 * matches "/blog" too. A pattern with a question mark is matched against path and query.
 */
function matches(pattern: string, { pathname, search }: URL): boolean {
  const glob = asPath(pattern)
  const path = asPath(pathname)
  if (glob.includes('?')) return matchesGlob(glob, path + search)
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return matchesGlob(glob, bare) || matchesGlob(glob, `${bare}/`)
}

/** Backtracks to the last star only, so the time is linear in practice and never exponential. */
function matchesGlob(pattern: string, text: string): boolean {
  let patternIndex = 0
  let textIndex = 0
  let starIndex = -1
  let retryIndex = 0
  while (textIndex < text.length) {
    if (pattern[patternIndex] === '*') {
      starIndex = patternIndex++
      retryIndex = textIndex
    } else if (patternIndex < pattern.length && pattern[patternIndex] === text[textIndex]) {
      patternIndex++
      textIndex++
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1
      textIndex = ++retryIndex
    } else return false
  }
  while (pattern[patternIndex] === '*') patternIndex++
  return patternIndex === pattern.length
}

/** True for a page of a part of the site that was selected in the preview; false if none was. */
export const isInSelectedPart = (branches: readonly Branch[], url: URL): boolean =>
  branches.some((branch) => isInBranch(branch, url))

function isInBranch({ path, exact }: Branch, { pathname }: URL): boolean {
  const root = withoutSlash(asPath(path))
  const target = withoutSlash(asPath(pathname))
  return target === root || (!exact && target.startsWith(`${root}/`))
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/** Percent-encoded, as in a URL: "/über" and "/%C3%BCber" are the same path. A bare percent sign stays. */
const asPath = (path: string) => normalizeEncoding(path.replace(/[^\x21-\x7e]+/g, encoded))

function encoded(characters: string): string {
  return encodeURIComponent(characters.toWellFormed())
}
