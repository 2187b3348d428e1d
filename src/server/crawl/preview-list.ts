/** What a preview has found so far: addresses that a crawl would read, and those that it would not, with the reason. */
import type { SkippedAddress } from '#shared/crawls.ts'
import type { PreviewedAddress } from '#shared/previews.ts'
import type { LinkRules } from './link-rules.ts'
import { type CrawlScope, judgeLink } from './links.ts'

const ADDRESSES_SHOWN = 10_000
export const SKIPPED_SHOWN = 1000

export type FoundAddress = { url: string; title?: string; nofollow?: boolean; from: PreviewedAddress['from'] }

export type PreviewList = {
  /** By identity, in the order in which they were found. */
  addresses: Map<string, PreviewedAddress & { fetchUrl: string }>
  skipped: Map<string, SkippedAddress>
  /** All that were found to be readable, also beyond what is shown. */
  total: number
  add(found: FoundAddress): void
  /** Takes an address out again, with the reason. */
  skip(address: SkippedAddress): void
}

/** `scope` and `rules` are those of the crawl that would follow; they decide. */
export function createPreviewList(scope: CrawlScope, rules: LinkRules): PreviewList {
  const addresses: PreviewList['addresses'] = new Map()
  const skipped: PreviewList['skipped'] = new Map()
  const beyond = new Set<string>()
  const list: PreviewList = {
    addresses,
    skipped,
    total: 0,
    add({ url, title = '', nofollow = false, from }) {
      // The start page is read in any case.
      const verdict = judgeLink(scope, url, from === 'start' ? undefined : rules)
      if (!verdict) return
      const known = addresses.get(verdict.url)
      if (known || beyond.has(verdict.url)) {
        if (known && known.title === '') known.title = title
        return
      }
      if (!verdict.ok) return list.skip(verdict)
      if (nofollow) return list.skip({ url: verdict.url, reason: 'nofollow', detail: '' })
      // Also known behind nofollow: another page leads there freely.
      skipped.delete(verdict.url)
      list.total++
      if (addresses.size < ADDRESSES_SHOWN) addresses.set(verdict.url, { url: verdict.url, fetchUrl: verdict.fetchUrl, title, from })
      else beyond.add(verdict.url)
    },
    skip({ url, reason, detail }) {
      if (addresses.delete(url)) list.total--
      if (skipped.size < SKIPPED_SHOWN || skipped.has(url)) skipped.set(url, { url, reason, detail })
    },
  }
  return list
}
