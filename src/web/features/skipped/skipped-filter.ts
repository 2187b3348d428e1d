import type { Crawl, SkippedAddress, SkipReason } from '#shared/crawl/crawls.ts'

/** The reasons with addresses, most frequent first. */
export function reasonsOf(byReason: Crawl['skippedByReason']): [SkipReason, number][] {
  // Object.entries loses the key type.
  const entries = Object.entries(byReason) as [SkipReason, number][]
  return entries.filter(([, number]) => number > 0).toSorted((a, b) => b[1] - a[1])
}

/** The addresses whose URL or detail contains every word of `query`, ignoring case. */
export function filterByText(addresses: SkippedAddress[], query: string): SkippedAddress[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return addresses
  return addresses.filter(({ url, detail }) => {
    const text = `${url}\n${detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The path for addresses of the crawl's site, else the whole URL. */
export function shortAddress(url: string, start: string): string {
  const address = URL.parse(url)
  return address && address.origin === URL.parse(start)?.origin ? address.pathname + address.search : url
}
