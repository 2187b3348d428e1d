/**
 * A crawl that asks for it begins with what the site says of its own pages: the addresses of its sitemaps and llms.txt
 * join the frontier at depth 1, behind the start page and its links.
 */
import { addLinks } from './frontier.ts'
import { assertLease, LeaseLost } from './lease.ts'
import { rulesOf } from './link-rules.ts'
import { judgeLink, scopeOf } from './links.ts'
import { scheduleNext } from './schedule-next.ts'
import type { CrawlRow, CrawlServices, Lease, StepOutcome } from './step.ts'

/** One step of its own. Dying here costs nothing: the files are read again. */
export async function seedFrontier(services: CrawlServices, lease: Lease, crawl: CrawlRow): Promise<StepOutcome> {
  const scope = scopeOf(crawl)
  const rules = rulesOf(crawl)
  const site = `${crawl.protocol}//${crawl.host}/`
  const index = await services.reader.siteIndex(site, {
    signal: lease.signal,
    // What the crawl's rules leave out is left out in silence: a site lists more than anybody wants to look through.
    keep: (address) => judgeLink(scope, address, rules)?.ok === true,
  })
  if (lease.signal.aborted) return 'later'

  const links = index.addresses.map(({ url }) => ({ url, nofollow: false }))
  const waitMs = Math.max(services.politeDelayMs(site), crawl.settings.delayMs)
  try {
    return await services.db.transaction(async (tx) => {
      await assertLease(tx, lease, {})
      const found = await addLinks(tx, { id: crawl.id, maxDepth: crawl.maxDepth, scope, rules }, { url: site, depth: 0, links })
      return scheduleNext(tx, crawl, { waitMs, changed: { seedsPending: false, pagesFound: crawl.pagesFound + found } })
    })
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}
