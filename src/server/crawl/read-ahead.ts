/**
 * Reads a page's successor while the page itself is being stored. Its host gets one request at a time all the same, and
 * a process that is killed asks for one page again at most: the page being stored is in the hand (page-in-hand.ts)
 * before the next one is asked for.
 */
import type { ReadPage } from '#server/reader/reader.ts'
import type { FrontierPage } from './frontier.ts'
import { readPage } from './read-page.ts'
import type { CrawlRow, CrawlServices, GoOn, Lease, PageAhead } from './step.ts'

/** Begins to read `after`, the page that follows `page` whatever `page` links to; undefined when it has to wait. */
export function readAhead(
  services: CrawlServices,
  lease: Lease,
  { crawl, page, read, from }: { crawl: CrawlRow; page: FrontierPage; read: ReadPage; from: Pick<GoOn, 'pageAfter' | 'balance'> },
): PageAhead | undefined {
  const { ahead } = lease
  const { pageAfter: after, balance = 0 } = from
  if (!ahead || !after || !ahead.mayGoOn()) return undefined
  // What `page` links to stands one deeper and was found later, so it comes after this one.
  if (crawl.seedsPending || after.depth > page.depth + 1) return undefined
  const isWithinLimit = crawl.pagesCrawled + 2 <= crawl.maxPages && balance >= 2
  if (!isWithinLimit) return undefined

  ahead.inHand.keep(crawl.id, page, read)
  const own = new AbortController()
  const reading = readPage(services, { signal: AbortSignal.any([lease.signal, own.signal]) }, crawl, after)
  // Whoever awaits it hears of a failure; until then it is nobody's.
  reading.catch(() => undefined)
  return {
    page: after,
    reading,
    async letGo() {
      own.abort()
      await reading.catch(() => undefined)
    },
  }
}
