/**
 * Moves a short line above the heading of a card, such as the date of an event, below that heading: it is about the
 * card.
 */
import { hasText, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import { HEADINGS, isBlock } from '#server/extraction/html/html-tags.ts'
import { isShortText } from './mark-tables.ts'
import { lineOf } from './inline-text.ts'
import { SENTENCE_END } from './text-units.ts'

/** The heading is at most this many elements below the one that follows the line. */
const MAX_HEADING_DEPTH = 3
const KICKERS = new Set(['div', 'span', 'p', 'b', 'strong', 'em', 'i', 'small', 'time', 'a', 'li'])
const CARDS = new Set(['div', 'article', 'section', 'li', 'a', 'td', 'header', 'hgroup'])

/** Changes the tree below `body`. */
export function placeKickers(body: HtmlElement) {
  const pending = [body]
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (CARDS.has(element.tag)) placeKicker(element)
    for (const child of element.children) if (typeof child === 'object') pending.push(child)
  }
}

function placeKicker(card: HtmlElement) {
  const start = nextContent(card.children, 0)
  const kicker = card.children[start]
  if (typeof kicker !== 'object' || !KICKERS.has(kicker.tag) || !isShortText(kicker, KICKERS)) return
  const next = card.children[nextContent(card.children, start + 1)]
  const heading = typeof next === 'object' ? headingAtStart(next, 0) : null
  if (!heading?.parent || SENTENCE_END.test(lineOf(kicker))) return
  card.children.splice(start, 1)
  if (!isBlock(kicker.tag)) kicker.tag = 'p'
  kicker.parent = heading.parent
  heading.parent.children.splice(heading.parent.children.indexOf(heading) + 1, 0, kicker)
}

/** The position of the first node from `start` that has text; -1 for none. Pictures are often above the date. */
function nextContent(nodes: readonly HtmlNode[], start: number): number {
  return nodes.findIndex((node, index) => index >= start && hasText(node))
}

function headingAtStart(element: HtmlElement, depth: number): HtmlElement | null {
  if (HEADINGS.has(element.tag)) return element
  const first = depth < MAX_HEADING_DEPTH && element.children[nextContent(element.children, 0)]
  return typeof first === 'object' ? headingAtStart(first, depth + 1) : null
}
