/** Metadata of a document, collected while it is parsed. */

export type HtmlHead = {
  title: string
  /** The first h1 of the document, also inside a header. */
  firstHeading: string
  language: string
  base: string
  canonical: string
  /** Addresses of the page in other languages, as written. */
  alternates: string[]
  /** Robots directives, lower case, separated by commas. */
  robots: string
  /** The target of a meta refresh within ten seconds. */
  refresh: string
  description: string
  /** The Open Graph type. */
  type: string
  /** The texts of its JSON-LD scripts. */
  structured: string[]
  /** The number of scripts that a browser runs. */
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

/** More than the number of languages and countries; a longer list is not meaningful. */
const MAX_ALTERNATES = 300
/** A page with a later refresh is meant to be read. */
const MAX_REFRESH_SECONDS = 10
const RUNNABLE_SCRIPT_TYPES = [
  '',
  'module',
  'text/javascript',
  'application/javascript',
  'text/ecmascript',
  'text/babel',
]

type Attributes = Readonly<Record<string, string>>

/** Adds the metadata of an html, base, link, meta or script element to `head`. */
export function collectMetadata(head: HtmlHead, tag: string, attributes: Attributes) {
  const { href = '', rel } = attributes
  if (tag === 'meta') collectMeta(head, attributes)
  else if (tag === 'html') head.language ||= attributes['lang'] ?? ''
  else if (tag === 'base') head.base ||= href
  else if (tag === 'link' && hasWord(rel, 'canonical')) head.canonical ||= href
  else if (tag === 'link' && attributes['hreflang'] !== undefined && hasWord(rel, 'alternate')) {
    if (href && head.alternates.length < MAX_ALTERNATES) head.alternates.push(href)
  } else if (tag === 'script' && RUNNABLE_SCRIPT_TYPES.includes((attributes['type'] ?? '').trim().toLowerCase())) {
    head.scripts++
  }
}

function collectMeta(head: HtmlHead, attributes: Attributes) {
  const name = (attributes['name'] ?? '').toLowerCase()
  const property = (attributes['property'] ?? '').toLowerCase()
  const httpEquiv = (attributes['http-equiv'] ?? '').toLowerCase()
  const content = attributes['content'] ?? ''
  if (name === 'robots' || name === 'readback') head.robots += `${content.toLowerCase()},`
  if (property === 'og:type') head.type ||= content
  if ((name === 'description' || property === 'og:description') && content.length > head.description.length) {
    head.description = content
  }
  if (httpEquiv === 'content-language') head.language ||= content.split(',')[0]?.trim() ?? ''
  if (httpEquiv === 'refresh') head.refresh ||= refreshTarget(content)
}

/** The target in a value such as "3; url='/there'", parsed as browsers do; '' without one or after ten seconds. */
function refreshTarget(content: string): string {
  const [, seconds = '', rest = ''] = /^\s*([\d.]*)\s*[;,]?\s*(.*)$/s.exec(content) ?? []
  if ((Number.parseFloat(seconds) || 0) > MAX_REFRESH_SECONDS) return ''
  const [, quote = '', address = ''] = /^(?:url\s*=\s*)?(["']?)(.*)$/is.exec(rest) ?? []
  const end = quote ? address.indexOf(quote) : -1
  return (end < 0 ? address : address.slice(0, end)).trim()
}

/** True when the space-separated list `words` contains `word`, ignoring case. */
export function hasWord(words: string | undefined, word: string): boolean {
  return words !== undefined && words.toLowerCase().split(/\s+/).includes(word)
}
