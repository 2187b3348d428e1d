/** Turns lines that only look like headings, because they are strong or have such a role or class, into headings. */
import { isSpace, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import { HEADINGS } from '#server/extraction/html/html-tags.ts'
import { lineOf } from './inline-text.ts'
import { isTitle, STRONG } from './title-text.ts'

/** A single one is rather the title of a note or a table. */
const MIN_HEADINGS = 2
const LINES = new Set(['p', 'div'])
/** Where a strong line is a label, not the heading of a section. */
const NO_SECTIONS = new Set([
  ...HEADINGS,
  'li',
  'td',
  'th',
  'dd',
  'blockquote',
  'figure',
  'summary',
  'label',
  'details',
])
/** "notion-heading", "section__heading"; not "heading-row". */
const HEADING_NAME = /(?:^|[\s_-])heading(?:\s|$)/i
/** Of Bootstrap: the line has the size of a heading of that level. */
const HEADING_CLASS = /(?:^|\s)(h[1-6])(?:\s|$)/
/** With more elements and texts in it, it is a header. */
const MAX_ELEMENTS = 12

/** Changes the tree below `body`. */
export function markHeadings(body: HtmlElement) {
  const pending = [body]
  for (let element = pending.pop(); element; element = pending.pop()) {
    const headings = headingsIn(element)
    for (const child of element.children) {
      if (typeof child === 'string' || NO_SECTIONS.has(child.tag)) continue
      const level = headingClass(child)
      if (level) child.tag = level
      // The lowest level: its section ends with any other heading.
      else if (headings.size >= MIN_HEADINGS && headings.has(child)) child.tag = 'h6'
      else pending.push(child)
    }
  }
}

/** The tag that a class such as "h3" stands for; undefined for other elements. */
function headingClass(element: HtmlElement): string | undefined {
  if (!LINES.has(element.tag)) return undefined
  const level = HEADING_CLASS.exec(element.attributes['class'] ?? '')?.[1]
  return level && isPlainLine(element) && isTitle(lineOf(element)) ? level : undefined
}

/** The children of `element` that look like headings and have text below them that does not. */
function headingsIn({ children }: HtmlElement): Set<HtmlNode> {
  const headings = new Set<HtmlNode>()
  let last: HtmlElement | null = null
  for (const child of children) {
    if (isSpace(child)) continue
    const isHeading = typeof child === 'object' && looksLikeHeading(child)
    const isText = !isHeading && (typeof child === 'string' || !HEADINGS.has(child.tag))
    if (last && isText) headings.add(last)
    last = isHeading ? child : null
  }
  return headings
}

function looksLikeHeading(element: HtmlElement): boolean {
  if (!LINES.has(element.tag)) return false
  const { role, class: classes = '' } = element.attributes
  const isNamed = role === 'heading' || HEADING_NAME.test(classes)
  const isLine = isNamed ? isPlainLine(element) : isStrongLine(element)
  return isLine && isTitle(lineOf(element))
}

function isStrongLine({ hasBlock, children }: HtmlElement): boolean {
  const [only, ...others] = children.filter((child) => !isSpace(child))
  return !hasBlock && others.length === 0 && typeof only === 'object' && STRONG.has(only.tag)
}

/**
 * True for an element with few others in it, none of which is a heading as in MediaWiki's `<div class="mw-heading">`.
 */
function isPlainLine(root: HtmlElement): boolean {
  let elements = 0
  const pending = [root]
  for (let element = pending.pop(); element; element = pending.pop()) {
    for (const child of element.children) {
      if (++elements > MAX_ELEMENTS) return false
      if (typeof child === 'string') continue
      if (HEADINGS.has(child.tag)) return false
      pending.push(child)
    }
  }
  return true
}
