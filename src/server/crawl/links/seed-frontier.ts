import { insertLinks, linkRows } from './frontier.ts'
import { insertAhead } from './insert-ahead.ts'
import { assertLease, LeaseLost } from '#server/crawl/schedule/lease.ts'
import { rulesOf } from './link-rules.ts'
import { judgeLink, scopeOf } from './links.ts'
import { addressRoom, indexBudget, requestsOf } from '#server/crawl/schedule/crawl-budget.ts'
import { pauseAfter, scheduleNextStep } from '#server/crawl/schedule/schedule-next-step.ts'
import type { CrawlServices, CrawlRun, NextStep, StepOutcome } from '#server/crawl/schedule/crawl-step.ts'

/**
 * A crawl step that adds the addresses of the site's sitemaps and llms.txt to the frontier, at depth 1, after the start
 * page and its links. A process that dies here only reads the files again.
 */
export async function seedFrontier(services: CrawlServices, step: NextStep & { run: CrawlRun }): Promise<StepOutcome> {
  const { crawl, run } = step
  const scope = scopeOf(crawl)
  const rules = rulesOf(crawl)
  const site = `${crawl.protocol}//${crawl.host}/`
  const requests = requestsOf(run, crawl)
  const index = await services.reader.fetchSiteIndex(site, {
    signal: run.signal,
    requests: indexBudget(requests),
    // Addresses outside the crawl's rules are dropped without a skip entry: sitemaps can list very many.
    keep: (address) => judgeLink(scope, address, rules)?.ok === true,
  })
  if (run.signal.aborted) return 'later'

  const links = index.addresses.map(({ url }) => ({ url, nofollow: false }))
  const pause = pauseAfter(services, crawl, site)
  try {
    const reach = { maxDepth: crawl.maxDepth, scope, rules, room: addressRoom(crawl) }
    const ahead = await insertAhead(services.db, run, linkRows(reach, { url: site, depth: 0, links }))
    return await services.db.transaction(async (tx) => {
      await assertLease(tx, run)
      const found = await insertLinks(tx, crawl.id, ahead.rest)
      const changes = {
        seedsPending: false,
        pagesFound: crawl.pagesFound + ahead.waiting + found.waiting,
        addressCount: crawl.addressCount + ahead.addresses + found.addresses,
        requestCount: requests.used(),
      }
      return scheduleNextStep(tx, { step, ...pause, changes })
    })
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended'
    throw error
  }
}
