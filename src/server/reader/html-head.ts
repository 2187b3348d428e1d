/** What a document says of itself, gathered while it is read. */
import { parseRefresh } from './parse-refresh.ts'

export type HtmlHead = {
  title: string
  /** The first h1 anywhere, also in a header. */
  firstHeading: string
  language: string
  base: string
  canonical: string
  /** Where the same page is in other languages, as written. */
  alternates: string[]
  /** Directives for robots, lower case, separated by commas. */
  robots: string
  /** The address that a meta refresh leads to within ten seconds. */
  refresh: string
  /** The page's description of itself. */
  description: string
  /** Its Open Graph type. */
  type: string
  /** The texts of its JSON-LD scripts. */
  structured: string[]
  /** How many scripts it runs. */
  scripts: number
}

export function emptyHead(): HtmlHead {
  return {
    title: '',
    firstHeading: '',
    language: '',
    base: '',
    canonical: '',
    alternates: [],
    robots: '',
    refresh: '',
    description: '',
    type: '',
    structured: [],
    scripts: 0,
  }
}

/** A page has one for each language and country; whoever writes more says nothing by it. */
const MAX_ALTERNATES = 300

/** The types of a script element that a browser runs. */
const RUN = ['', 'module', 'text/javascript', 'application/javascript', 'text/ecmascript', 'text/babel']

/** Takes into `head` what an html, base, link, meta or script element says of the document. */
export function noteElement(head: HtmlHead, tag: string, kept: Readonly<Record<string, string>>) {
  if (tag === 'meta') noteMeta(head, kept)
  else if (tag === 'html') head.language ||= kept['lang'] ?? ''
  else if (tag === 'base') head.base ||= kept['href'] ?? ''
  else if (tag === 'link' && hasWord(kept['rel'], 'canonical')) head.canonical ||= kept['href'] ?? ''
  else if (tag === 'link' && isTranslation(kept)) noteAlternate(head, kept['href'])
  else if (tag === 'script' && RUN.includes((kept['type'] ?? '').trim().toLowerCase())) head.scripts++
}

const isTranslation = (kept: Readonly<Record<string, string>>) => kept['hreflang'] !== undefined && hasWord(kept['rel'], 'alternate')

function noteAlternate(head: HtmlHead, href: string | undefined) {
  if (href && head.alternates.length < MAX_ALTERNATES) head.alternates.push(href)
}

function noteMeta(head: HtmlHead, kept: Readonly<Record<string, string>>) {
  const metaName = (kept['name'] ?? '').toLowerCase()
  const equivalent = (kept['http-equiv'] ?? '').toLowerCase()
  const content = kept['content'] ?? ''
  if (metaName === 'robots' || metaName === 'readback') head.robots += `${content.toLowerCase()},`
  const property = (kept['property'] ?? '').toLowerCase()
  if (property === 'og:type') head.type ||= content
  if ((metaName === 'description' || property === 'og:description') && content.length > head.description.length) {
    head.description = content
  }
  if (equivalent === 'content-language') head.language ||= content.split(',')[0]?.trim() ?? ''
  if (equivalent === 'refresh') head.refresh ||= parseRefresh(content)
}

/** True when the space-separated list `words` has `word`, whatever its case. */
export function hasWord(words: string | undefined, word: string): boolean {
  return words !== undefined && words.toLowerCase().split(/\s+/).includes(word)
}
