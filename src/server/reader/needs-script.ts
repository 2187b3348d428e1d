/** Tells a page that its scripts have yet to draw from one that simply says little. */
import type { HtmlHead } from './html-head.ts'

/** 'perhaps': worth a look with a browser, and worth keeping without one. */
export type NeedsScript = 'no' | 'perhaps' | 'certainly'

type Element = { tag: string; attributes: Readonly<Record<string, string>>; children: (Element | string)[] }

type Signs = {
  head: Pick<HtmlHead, 'scripts'>
  /** The whole document, as it was sent. */
  html: string
  /** True when an empty element stands where applications draw themselves. */
  emptyRoot: boolean
  /** What the page shows as it is. */
  text: string
  /** `text`, or what the page says to machines where that is more. */
  content: string
  links: number
}

/** A page that shows this much is read as it is. */
const ENOUGH_CHARACTERS = 250
/** As much as this is an article, even if only machines get to see it. */
const ENOUGH_SPARE_CHARACTERS = 1_000
/** A page that shows less than this and leads nowhere shows nothing. */
const NOTHING_CHARACTERS = 40
/** A page with this many links leads on to others: that is what it is for. */
const MANY_LINKS = 10

export function needsScript({ head, html, emptyRoot, text, content, links }: Signs): NeedsScript {
  if (head.scripts === 0 || text.length >= ENOUGH_CHARACTERS || content.length >= ENOUGH_SPARE_CHARACTERS) return 'no'
  if (emptyRoot || asksForScript(html)) return 'certainly'
  if (text.length < NOTHING_CHARACTERS && links === 0) return 'certainly'
  return links >= MANY_LINKS ? 'no' : 'perhaps'
}

const ROOT_IDS = new Set(
  'root app application __next __nuxt ___gatsby q-app app-root react-root react-app vue-app svelte mount main-app page-root'.split(' '),
)
const ROOT_TAGS = new Set(['app-root', 'my-app', 'app-component', 'ion-app'])
/** "Loading…" is nothing yet. */
const ROOT_CHARACTERS = 40
const ROOT_DEPTH = 5

/** True when somewhere near the top of `body` an application's root stands empty. */
export function hasEmptyRoot(body: Element, depth = 0): boolean {
  return body.children.some((child) => {
    if (typeof child === 'string') return false
    const isRoot = ROOT_TAGS.has(child.tag) || ROOT_IDS.has((child.attributes['id'] ?? '').toLowerCase())
    if (isRoot && lengthOf(child) < ROOT_CHARACTERS) return true
    return depth < ROOT_DEPTH && hasEmptyRoot(child, depth + 1)
  })
}

/** Stops counting once it is enough. */
function lengthOf({ children }: Element): number {
  let length = 0
  for (const child of children) {
    if (length >= ROOT_CHARACTERS) break
    length += typeof child === 'string' ? child.trim().length : lengthOf(child)
  }
  return length
}

/** True when the page tells people without script to turn it on. Looked for only in pages that show little. */
function asksForScript(html: string): boolean {
  for (let at = html.indexOf('<noscript'); at >= 0; at = html.indexOf('<noscript', at + 1)) {
    const end = html.indexOf('</noscript', at)
    if (html.slice(at, Math.min(end < 0 ? at + 2000 : end, at + 2000)).toLowerCase().includes('javascript')) return true
  }
  return false
}
