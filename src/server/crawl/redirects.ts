/** Where a redirect may lead: to an address of the crawl, or, from the start page, to the same site's other spelling. */
import type { SkipReason } from '#shared/crawls.ts'
import type { LinkRules } from './link-rules.ts'
import { type CrawlScope, crawlScope, judgeLink, pageIdentity } from './links.ts'

type Verdict = { ok: true } | { ok: false; reason: SkipReason; detail: string }

/**
 * `movedFrom` is the start address while the start page is read, else null. The start page is read in any case; for
 * the others the crawl's own `rules` hold.
 */
export function judgeRedirect(
  scope: CrawlScope,
  target: string,
  movedFrom: string | null,
  rules?: LinkRules,
): Verdict {
  const moves = movedFrom !== null && movesStart(movedFrom, target)
  if (moves && pathOf(movedFrom) === pathOf(target)) return { ok: true }
  // A move is to another scheme or host, never out of the part of the site that the crawl may read.
  const verdict = judgeLink(moves ? movedScope(scope, target) : scope, target, movedFrom ? undefined : rules)
  if (verdict?.ok) return { ok: true }
  return { ok: false, reason: 'redirect', detail: `Leads to ${target}` }
}

/** From apex to www (or back) and from http to https the start page moves the start; anything else is another site. */
export function movesStart(from: string, to: string): boolean {
  if (!URL.canParse(to)) return false
  const [start, target] = [new URL(from), new URL(to)]
  const withoutWww = (host: string) => host.replace(/^www\./, '')
  const sameSite = withoutWww(start.hostname) === withoutWww(target.hostname)
  const samePort = start.port === target.port
  const upgraded = start.protocol === 'http:' && target.protocol === 'https:' && start.port === '' && target.port === ''
  return sameSite && samePort && (start.protocol === target.protocol || upgraded)
}

/** The same part of the site where its start has moved to. */
export function movedScope(scope: CrawlScope, target: string): CrawlScope {
  return { ...crawlScope(target), pathPrefix: scope.pathPrefix }
}

const pathOf = (address: string) => new URL(pageIdentity(address)).pathname
