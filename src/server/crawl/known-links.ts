/**
 * What a process remembers of the frontiers it walks, so that links that can change nothing there are not sent to the
 * database again: on most sites nine of ten links of a page stood on an earlier one. A row is never removed while its
 * crawl is there, and it becomes 'beyond-depth' or 'nofollow' at its birth or never. So what was once sent to wait is
 * settled, and what was once sent as skipped is news only when it may wait now. Others may walk the crawl in between:
 * they only add rows. docs/decisions/003-crawl-as-slices.md
 */
import type { LinkRow } from './frontier.ts'

export type KnownLinks = {
  /** Those of `rows` that may change something. */
  news(rows: readonly LinkRow[]): LinkRow[]
  /** To be called once `rows` were committed. */
  remember(rows: readonly Pick<LinkRow, 'url' | 'state'>[]): void
}

/** About twenty megabytes. */
const ADDRESSES = 100_000

/** The memory of one process; `of` answers that of one crawl. The crawl walked longest ago is forgotten first. */
export function rememberLinks(most = ADDRESSES) {
  const crawls = new Map<string, Map<string, LinkRow['state']>>()
  let size = 0

  function forget(crawlId: string) {
    size -= crawls.get(crawlId)?.size ?? 0
    crawls.delete(crawlId)
  }

  function makeRoom(crawlId: string) {
    for (const other of crawls.keys()) {
      if (size < most) return
      if (other !== crawlId) forget(other)
    }
  }

  return {
    forget,
    of(crawlId: string): KnownLinks {
      const known = crawls.get(crawlId) ?? new Map<string, LinkRow['state']>()
      crawls.delete(crawlId)
      crawls.set(crawlId, known)
      return {
        news: (rows) => rows.filter(({ url, state }) => isNews(known.get(url), state)),
        remember(rows) {
          // Forgotten meanwhile, which is of no account.
          if (crawls.get(crawlId) !== known) return
          for (const { url, state } of rows) {
            if (!isNews(known.get(url), state)) continue
            if (!known.has(url)) {
              if (size >= most) makeRoom(crawlId)
              if (size >= most) return
              size++
            }
            known.set(url, state)
          }
        },
      }
    },
  }
}

function isNews(known: LinkRow['state'] | undefined, state: LinkRow['state']): boolean {
  return known === undefined || (known === 'skipped' && state === 'waiting')
}
