type Titled = { url: string; title: string }

/** " · Readback manual", " — Python 3.11.2 documentation", " | Docs". */
const SEPARATOR = /\s+[-–—|·•:»«‹›/]+\s+/g
/** With fewer pages, an ending that they share may be what they are about. */
const MIN_PAGES = 3
/** "PostgreSQL 15 documentation": a manual, not what a page of it is about. */
const MANUAL = /^(docs|documentation|manual|handbook|wiki|dokumentation|handbuch)$/
/** Start pages and error pages often have other titles than the rest. */
const isNearlyAll = (number: number, all: number) => all - number <= Math.max(1, all / 10)

/** The ending that nearly all titles of a site share, by host; '' for a site without one. */
export type SiteSuffixes = Readonly<Record<string, string>>

/** Of the sites with enough pages among `pages`. */
export function siteSuffixes(pages: readonly Titled[]): SiteSuffixes {
  const byHost = Map.groupBy(new Map(pages.map((page) => [page.url, page])).values(), hostOfPage)
  const known = [...byHost].filter(([, ofHost]) => ofHost.length >= MIN_PAGES)
  return Object.fromEntries(known.map(([host, ofHost]) => [host, sharedSuffix(ofHost)]))
}

/**
 * A function that cuts the name of the site from the end of a title; of a site that is not in `suffixes`, when it is
 * the name of the host or of a manual. Titles are only shortened where they are shown; the stored title keeps the name.
 */
export const titleShortener = (suffixes: SiteSuffixes) => (page: Titled) => {
  const host = hostOfPage(page)
  const suffix = suffixes[host] ?? nameSuffix(page.title, host)
  return suffix && page.title.endsWith(suffix) ? page.title.slice(0, -suffix.length).trimEnd() : page.title
}

const hostOfPage = ({ url }: Titled) => /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''

/**
 * " | Acme Docs" of docs.acme.com, " - Stack Overflow" of stackoverflow.com, " — X documentation"; '' for other words.
 */
function nameSuffix(title: string, host: string): string {
  const suffix = lastParts(title, 1) ?? ''
  const words = suffix.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const labels = host.toLowerCase().split(/[.:-]/)
  const isHost = labels.includes(words.join('')) || (words.length > 0 && words.every((word) => labels.includes(word)))
  return isHost || (words.length > 1 && MANUAL.test(words.at(-1) ?? '')) ? suffix : ''
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
