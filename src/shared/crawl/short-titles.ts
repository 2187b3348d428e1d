type Titled = { url: string; title: string }

/** " · Readback manual", " — Python 3.11.2 documentation", " | Docs". */
const SEPARATOR = /\s+[-–—|·•:»«‹›/]+\s+/g
/** With fewer pages, an ending that they share may be what they are about. */
const MIN_PAGES = 3
/** Start pages and error pages often have other titles than the rest. */
const isNearlyAll = (number: number, all: number) => all - number <= Math.max(1, all / 10)

/**
 * A function that cuts the name of the site from the end of a title, when nearly all of `pages` from that site end with
 * it; with few pages, when it is the name of the host. Titles are only shortened where they are shown; the stored title
 * keeps the name.
 */
export function titleShortener(pages: readonly Titled[]): (page: Titled) => string {
  const byHost = Map.groupBy(new Map(pages.map((page) => [page.url, page])).values(), hostOf)
  const suffixes = new Map([...byHost].map(([host, ofHost]) => [host, sharedSuffix(ofHost)]))
  return (page) => {
    const host = hostOf(page)
    const isFew = (byHost.get(host)?.length ?? 0) < MIN_PAGES
    const suffix = isFew ? hostSuffix(page.title, host) : (suffixes.get(host) ?? '')
    return suffix && page.title.endsWith(suffix) ? page.title.slice(0, -suffix.length).trimEnd() : page.title
  }
}

const hostOf = ({ url }: Titled) => /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''

/** " | Acme Docs" of docs.acme.com, " - Stack Overflow" of stackoverflow.com; '' for an ending with other words. */
function hostSuffix(title: string, host: string): string {
  const suffix = lastParts(title, 1) ?? ''
  const words = suffix.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const labels = host.toLowerCase().split(/[.:-]/)
  return words.length > 0 && (labels.includes(words.join('')) || words.every((word) => labels.includes(word)))
    ? suffix
    : ''
}

/** The longest ending, separator included, that nearly all titles share; '' without one. */
function sharedSuffix(pages: readonly Titled[]): string {
  const titles = pages.flatMap(({ title }) => title || [])
  let shared = ''
  for (let parts = 1; ; parts++) {
    const endings = titles.flatMap((title) => lastParts(title, parts) ?? [])
    const [suffix, number] = mostFrequent(endings)
    // A start page may be called like the site.
    const name = suffix.replace(/^\s+\S+\s+/, '')
    const sharing = number + titles.filter((title) => title === name).length
    if (number < MIN_PAGES || !isNearlyAll(sharing, titles.length)) return shared
    shared = suffix
  }
}

/** The end of `title` with its last `parts` parts; null when that would be the whole title. */
function lastParts(title: string, parts: number): string | null {
  const start = [...title.matchAll(SEPARATOR)].at(-parts)?.index
  return start ? title.slice(start) : null
}

function mostFrequent(texts: readonly string[]): [text: string, number: number] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])
}
