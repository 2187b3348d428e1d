import type { ReadPage } from '#server/fetching/reader.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { type CrawlScope, pageIdentity, scopeOf } from '#server/crawl/links/links.ts'
import { isStartPage, movedScope, isSameSite } from '#server/crawl/links/redirects.ts'
import type { PageStep } from '#server/crawl/schedule/crawl-step.ts'
import { type Canonical, canonicalElsewhere } from './find-duplicate.ts'

/** A fetched page and where it belongs in its crawl. */
export type FetchedPage = {
  read: ReadPage
  /** The page's identity, from the address that answered. */
  url: string
  /** The crawl's scope: another host, scheme or path when the start page redirected there. */
  scope: CrawlScope
  /** The start page's final address when its redirect moved the crawl to another host or path, else what was known. */
  movedTo: string | null
  /** The address that the page itself names as the original; null when that is the page or outside the crawl. */
  canonical: Canonical | null
}

export function locatePage({ crawl, page }: PageStep, read: ReadPage): FetchedPage {
  const url = pageIdentity(read.finalUrl, rulesOf(crawl))
  const old = scopeOf(crawl)
  const scope =
    isStartPage(crawl, page) && isSameSite(page.fetchUrl, read.finalUrl)
      ? movedScope(old, page.fetchUrl, read.finalUrl)
      : old
  const hasMoved = scope.host !== old.host || scope.pathPrefix !== old.pathPrefix
  return {
    read,
    url,
    scope,
    movedTo: hasMoved ? url : crawl.movedTo,
    canonical: canonicalElsewhere(crawl, scope, read, url),
  }
}
