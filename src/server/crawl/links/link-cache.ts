/**
 * Remembers, per process, which links a crawl already has in its frontier, so that links that would change nothing are
 * not sent to the database again. On most sites nine of ten links of a page were on an earlier page. This is safe
 * although other processes may run the crawl in between: rows are never removed while the crawl exists, and a row is
 * 'beyond-depth' or 'nofollow' from its insertion or never. So a link once sent as waiting cannot change anything
 * again, and a link once sent as skipped matters only when it is waiting now. docs/decisions/003-crawl-leases.md
 */
import type { LinkRow } from './frontier.ts'

/** The part of the cache that belongs to one crawl. */
export type LinkCache = {
  withoutKnown(rows: readonly LinkRow[]): LinkRow[]
  /** Call after the transaction that inserted `rows` has committed. */
  remember(rows: readonly Pick<LinkRow, 'url' | 'state'>[]): void
}

/** So many addresses take about 20 MB of memory. */
const MAX_ADDRESSES = 100_000

/** When the cache is full, the least recently used crawl is dropped. */
export function createLinkCache(maxAddresses = MAX_ADDRESSES) {
  const crawls = new Map<string, Map<string, LinkRow['state']>>()
  let size = 0

  function forget(crawlId: string) {
    size -= crawls.get(crawlId)?.size ?? 0
    crawls.delete(crawlId)
  }

  function evictOthers(crawlId: string) {
    for (const other of crawls.keys()) {
      if (size < maxAddresses) return
      if (other !== crawlId) forget(other)
    }
  }

  return {
    forget,
    ofCrawl(crawlId: string): LinkCache {
      const known = crawls.get(crawlId) ?? new Map<string, LinkRow['state']>()
      // A Map iterates in insertion order, which is the order of eviction.
      crawls.delete(crawlId)
      crawls.set(crawlId, known)
      return {
        withoutKnown: (rows) => rows.filter(({ url, state }) => canChange(known.get(url), state)),
        remember(rows) {
          // Evicted in the meantime.
          if (crawls.get(crawlId) !== known) return
          for (const { url, state } of rows) {
            if (!canChange(known.get(url), state)) continue
            if (!known.has(url)) {
              if (size >= maxAddresses) evictOthers(crawlId)
              if (size >= maxAddresses) return
              size++
            }
            known.set(url, state)
          }
        },
      }
    },
  }
}

function canChange(known: LinkRow['state'] | undefined, state: LinkRow['state']): boolean {
  return known === undefined || (known === 'skipped' && state === 'waiting')
}
