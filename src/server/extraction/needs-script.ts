/** Decides whether a page must be rendered in a browser, or simply has little text. */
import type { HtmlHead } from './html/html-head.ts'

/** 'perhaps': render the page if a browser is available, otherwise keep it as it is. */
export type NeedsScript = 'no' | 'perhaps' | 'certainly'

type HtmlElement = { tag: string; attributes: Readonly<Record<string, string>>; children: (HtmlElement | string)[] }

type PageSignals = {
  head: Pick<HtmlHead, 'scripts'>
  /** The whole document as sent. */
  html: string
  /** See `hasEmptyRoot`. */
  emptyRoot: boolean
  /** The visible text without scripts. */
  text: string
  /** `text`, or the structured data's text when that is longer. */
  content: string
  links: number
}

/** Pages with at least this much visible text need no rendering. */
const ENOUGH_CHARACTERS = 250
/** This much text in structured data is a complete article. */
const ENOUGH_STRUCTURED_CHARACTERS = 1_000
/** A page with less text than this and no links is empty. */
const EMPTY_CHARACTERS = 40
/** A page with this many links is an index page. */
const INDEX_PAGE_LINKS = 10

export function needsScript({ head, html, emptyRoot, text, content, links }: PageSignals): NeedsScript {
  if (head.scripts === 0 || text.length >= ENOUGH_CHARACTERS) return 'no'
  if (content.length >= ENOUGH_STRUCTURED_CHARACTERS) return 'no'
  if (emptyRoot || requestsJavaScript(html)) return 'certainly'
  if (text.length < EMPTY_CHARACTERS && links === 0) return 'certainly'
  return links >= INDEX_PAGE_LINKS ? 'no' : 'perhaps'
}

const ROOT_IDS = new Set([
  'root',
  'app',
  'application',
  '__next',
  '__nuxt',
  '___gatsby',
  'q-app',
  'app-root',
  'react-root',
  'react-app',
  'vue-app',
  'svelte',
  'mount',
  'main-app',
  'page-root',
])
const ROOT_TAGS = new Set(['app-root', 'my-app', 'app-component', 'ion-app'])
/** A root that only shows "Loading…" counts as empty. */
const EMPTY_ROOT_CHARACTERS = 40
const MAX_ROOT_DEPTH = 5

/** True when an element that applications render into is near the top of `body` and empty. */
export function hasEmptyRoot(body: HtmlElement, depth = 0): boolean {
  return body.children.some((child) => {
    if (typeof child === 'string') return false
    const isRoot = ROOT_TAGS.has(child.tag) || ROOT_IDS.has((child.attributes['id'] ?? '').toLowerCase())
    if (isRoot && cappedTextLength(child) < EMPTY_ROOT_CHARACTERS) return true
    return depth < MAX_ROOT_DEPTH && hasEmptyRoot(child, depth + 1)
  })
}

function cappedTextLength({ children }: HtmlElement): number {
  let length = 0
  for (const child of children) {
    if (length >= EMPTY_ROOT_CHARACTERS) break
    length += typeof child === 'string' ? child.trim().length : cappedTextLength(child)
  }
  return length
}

const NOSCRIPT_SCAN_CHARACTERS = 2_000

/** True when a noscript element mentions JavaScript. Searches the whole document, so check the other signals first. */
function requestsJavaScript(html: string): boolean {
  for (let start = html.indexOf('<noscript'); start >= 0; start = html.indexOf('<noscript', start + 1)) {
    const end = html.indexOf('</noscript', start)
    const limit = start + NOSCRIPT_SCAN_CHARACTERS
    const text = html.slice(start, end < 0 ? limit : Math.min(end, limit))
    if (text.toLowerCase().includes('javascript')) return true
  }
  return false
}
