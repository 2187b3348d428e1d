/**
 * Redirects may lead to an address of the crawl. The start page's may also change to www, to apex, to https, or to
 * another path, which moves the crawl there.
 */
import type { Detail } from '#shared/errors.ts'
import type { SkipReason } from '#shared/crawl/crawls.ts'
import type { DetailCode } from '#shared/crawl/skip-reasons.ts'
import type { LinkRules } from './link-rules.ts'
import { type CrawlScope, crawlScope, isUnder, judgeLink, pageIdentity } from './links.ts'

type Verdict = { ok: true } | { ok: false; reason: SkipReason; detail: Detail }

/**
 * `movedFrom` is the start address for the start page, else null. The start page is always fetched; `rules` apply to
 * all others.
 */
export function judgeRedirect(
  scope: CrawlScope,
  target: string,
  { movedFrom = null, rules }: { movedFrom?: string | null; rules?: LinkRules | undefined } = {},
): Verdict {
  const refuse = (code: DetailCode): Verdict => {
    return { ok: false, reason: 'redirect', detail: { code, values: { url: target } } }
  }
  const movesCrawl = movedFrom !== null && isSameSite(movedFrom, target)
  if (movesCrawl) {
    if (pathOf(movedFrom) === pathOf(target)) return { ok: true }
    if (isSignInPage(target)) return refuse('redirects-to-sign-in')
    if (isErrorPage(target)) return refuse('redirects-to-error')
  }
  const newScope = movesCrawl ? movedScope(scope, movedFrom, target) : scope
  const isStart = movedFrom !== null
  const verdict = judgeLink(newScope, target, isStart ? undefined : rules)
  return verdict?.ok ? { ok: true } : refuse('redirects-to')
}

/**
 * True if only `www.` was added or removed, or http became https. Any other change of host, port or scheme is another
 * site.
 */
export function isSameSite(from: string, to: string): boolean {
  if (!URL.canParse(to)) return false
  const [start, target] = [new URL(from), new URL(to)]
  const withoutWww = (host: string) => host.replace(/^www\./, '')
  const isSameHost = withoutWww(start.hostname) === withoutWww(target.hostname)
  if (!isSameHost || start.port !== target.port) return false
  const hasDefaultPort = start.port === ''
  const isUpgraded = hasDefaultPort && start.protocol === 'http:' && target.protocol === 'https:'
  return start.protocol === target.protocol || isUpgraded
}

/** The page that the crawl starts with: only its redirect may change the crawl's host. */
export function isStartPage(crawl: { pagesCrawled: number }, page: { depth: number }): boolean {
  return page.depth === 0 && crawl.pagesCrawled === 0
}

/**
 * The scope of a crawl whose start page `from` redirected to `target` on the same site. It keeps its path when the
 * target is below it. Otherwise the target is the new start; when it is deeper than the old one, it is taken for the
 * first page of a section, as in "/docs" to "/manual/intro", and the scope is that section.
 */
export function movedScope(scope: CrawlScope, from: string, target: string): CrawlScope {
  const moved = crawlScope(target)
  if (isUnder(scope.pathPrefix, pathOf(target))) return { ...moved, pathPrefix: scope.pathPrefix }
  const [before, segments] = [segmentsOf(from), segmentsOf(target)]
  const isFirstPage = segments.length > before.length && segments.at(-1) !== before.at(-1)
  return isFirstPage ? { ...moved, pathPrefix: crawlScope(new URL('.', target).href).pathPrefix } : moved
}

/** A start page that redirects there asks for an account: nothing of the site would be crawled but the form. */
const SIGN_IN_SEGMENT =
  /^(?:(?:wp-?|user-?)?(?:sign|log)[-_]?(?:in|on)|authenticate|sso|saml2?|oauth2?|anmelden|anmeldung|connexion|acceder|accedi)(?:\.\w{2,5})?$/i
const NEW_SESSION = /\/sessions?\/new\/?$/i
const ERROR_SEGMENT = /^(?:40[034]|410|50[0-4]|error|(?:page[-_]?)?not[-_]?found|access[-_]?denied)(?:\.\w{2,5})?$/i

const isSignInPage = (url: string) =>
  segmentsOf(url).some((segment) => SIGN_IN_SEGMENT.test(segment)) || NEW_SESSION.test(new URL(url).pathname)
const isErrorPage = (url: string) => ERROR_SEGMENT.test(segmentsOf(url).at(-1) ?? '')

const pathOf = (address: string) => new URL(pageIdentity(address)).pathname
const segmentsOf = (address: string) => pathOf(address).split('/').filter(Boolean)
