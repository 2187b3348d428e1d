/** Which skipped addresses are shown. */
import type { Crawl, SkippedAddress, SkipReason } from '#shared/crawls.ts'

/** The reasons there are, the most frequent first. */
export function reasonsOf(byReason: Crawl['skippedByReason']): [SkipReason, number][] {
  // The keys of a record of reasons are reasons.
  const entries = Object.entries(byReason) as [SkipReason, number][]
  return entries.filter(([, number]) => number > 0).toSorted((a, b) => b[1] - a[1])
}

/** The addresses that have every word in their address or detail, whatever its case. */
export function withWords(addresses: SkippedAddress[], words: string): SkippedAddress[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return addresses
  return addresses.filter(({ url, detail }) => {
    const text = `${url}\n${detail}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** An address as the list shows it: on the crawl's own site its path alone says enough. */
export function shortAddress(url: string, start: string): string {
  const address = URL.parse(url)
  return address && address.origin === URL.parse(start)?.origin ? address.pathname + address.search : url
}
