import type { SkippedAddress, SkipReason } from '#shared/crawl/crawls.ts'
import type { Detail } from '#shared/errors.ts'
import type { PreviewedAddress } from '#shared/crawl/previews.ts'
import type { LinkRules } from '#server/crawl/links/link-rules.ts'
import { type CrawlScope, judgeLink } from '#server/crawl/links/links.ts'
import { detailColumns, presentDetail } from '#server/platform/db/detail.ts'

const ADDRESSES_SHOWN = 10_000
export const SKIPPED_SHOWN = 1000

export type FoundAddress = { url: string; title?: string; nofollow?: boolean; from: PreviewedAddress['from'] }

/** The addresses that a crawl would fetch, and those that it would skip, with the reason. */
export type PreviewList = {
  /** By identity, in the order of discovery. */
  addresses: Map<string, PreviewedAddress & { fetchUrl: string }>
  skipped: Map<string, SkippedAddress>
  /** The number of addresses that a crawl would fetch, including those beyond ADDRESSES_SHOWN. */
  total: number
  add(found: FoundAddress): void
  /** Removes an address that a crawl would skip. */
  skip(address: { url: string; reason: SkipReason; detail: Detail }): void
}

/** `scope` and `rules` are those of the crawl that would follow. */
export function createPreviewList(scope: CrawlScope, rules: LinkRules): PreviewList {
  const addresses: PreviewList['addresses'] = new Map()
  const skipped: PreviewList['skipped'] = new Map()
  const beyond = new Set<string>()
  const list: PreviewList = {
    addresses,
    skipped,
    total: 0,
    add({ url, title = '', nofollow = false, from }) {
      // The start page is always fetched.
      const verdict = judgeLink(scope, url, from === 'start' ? undefined : rules)
      if (!verdict) return
      const known = addresses.get(verdict.url)
      if (known || beyond.has(verdict.url)) {
        if (known && known.title === '') known.title = title
        return
      }
      if (!verdict.ok) return list.skip(verdict)
      if (nofollow) return list.skip({ url: verdict.url, reason: 'nofollow', detail: '' })
      // Another page may have linked to it with nofollow.
      skipped.delete(verdict.url)
      list.total++
      if (addresses.size < ADDRESSES_SHOWN)
        addresses.set(verdict.url, { url: verdict.url, fetchUrl: verdict.fetchUrl, title, from })
      else beyond.add(verdict.url)
    },
    skip({ url, reason, detail }) {
      if (addresses.delete(url)) list.total--
      if (skipped.size < SKIPPED_SHOWN || skipped.has(url))
        skipped.set(url, { url, reason, ...presentDetail(detailColumns(detail)) })
    },
  }
  return list
}
