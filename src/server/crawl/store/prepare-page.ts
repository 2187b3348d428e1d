import { addressRoom } from '#server/crawl/schedule/crawl-budget.ts'
import type { CrawlServices, PageStep } from '#server/crawl/schedule/crawl-step.ts'
import { type Pause, pauseAfter } from '#server/crawl/schedule/schedule-next-step.ts'
import { type InsertedLinks, type LinkRow, linkRows } from '#server/crawl/links/frontier.ts'
import { rulesOf } from '#server/crawl/links/link-rules.ts'
import { hashContent } from './content-hash.ts'
import type { FetchedPage } from './locate-page.ts'

export type PreparedPage = PageStep &
  FetchedPage &
  Pause & {
    contentHash: string
    /** Without those that are known to be in the frontier. */
    links: readonly LinkRow[]
    /** The addresses of the crawl that the page links to, one a line. */
    linkedUrls: string
    /** What other transactions have inserted before. */
    insertedAhead?: InsertedLinks
    /** The page costs no credit. */
    isFree: boolean
    /** The page of this crawl that is being fetched already. */
    next: PageStep['page'] | undefined
  }

/** Computes what needs no database, to keep the transaction short. */
export function preparePage(
  services: CrawlServices,
  step: PageStep,
  fetched: FetchedPage,
  {
    next,
    withoutKnown = (rows) => rows,
  }: { next: PreparedPage['next']; withoutKnown?: (rows: LinkRow[]) => LinkRow[] },
): PreparedPage {
  const { crawl, page, run } = step
  const { read, url, scope } = fetched
  const reach = { maxDepth: crawl.maxDepth, scope, rules: rulesOf(crawl), room: addressRoom(crawl) }
  let linkedUrls = ''
  const links = linkRows(reach, { ...read, url, depth: page.depth }, (rows) => {
    linkedUrls = urlsInCrawl(rows)
    return withoutKnown(run.linkCache?.withoutKnown(rows) ?? rows)
  })
  return {
    ...step,
    ...fetched,
    contentHash: hashContent(read.content),
    links,
    linkedUrls,
    isFree: services.isFree(url),
    ...pauseAfter(services, crawl, read.finalUrl),
    next,
  }
}

/** Without those that the rules of the crawl exclude. */
function urlsInCrawl(rows: readonly LinkRow[]): string {
  const isInCrawl = ({ reason }: LinkRow) => reason === null || reason === 'beyond-depth' || reason === 'nofollow'
  return rows
    .filter(isInCrawl)
    .map(({ url }) => url)
    .join('\n')
}
