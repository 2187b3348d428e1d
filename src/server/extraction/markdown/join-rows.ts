/**
 * Writes what a style sheet shows side by side, such as a parameter with its type, as one line instead of a paragraph
 * each.
 */
import { isSpace, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import { isBlock } from '#server/extraction/html/html-tags.ts'
import { lineOf } from './inline-text.ts'
import { STRONG, TITLE_NAME } from './title-text.ts'
import { SENTENCE_END } from './text-units.ts'

/** Set by hand: a longer row has texts of their own beside each other. */
const MAX_ROW_CHARACTERS = 100
const MAX_ELEMENTS = 40
/** With more, among them spaces between elements, it is no row. */
const MAX_NODES = 100
const BOXES = new Set(['div', 'p', 'section', 'article'])
/** Of Tailwind, Bootstrap and Bulma. */
const ROW =
  /(?:^|\s)(?:inline|inline-block|inline-flex|flex|d-inline|d-inline-block|d-inline-flex|d-flex|is-inline|is-flex)(?:\s|$)/
const COLUMN = /(?:^|\s)(?:flex-col|flex-column|flex-col-reverse|flex-column-reverse|is-flex-direction-column)(?:\s|$)/

/** Changes the tree below `body`. */
export function joinRows(body: HtmlElement) {
  const pending = [body]
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (isRow(element)) joinRow(element)
    else for (const child of element.children) if (typeof child === 'object') pending.push(child)
  }
}

function joinRow(row: HtmlElement) {
  row.tag = 'p'
  row.children = [lineOf(row)]
  row.hasBlock = false
}

/** True for a row of short texts that are one line on the screen. */
export function isRow(row: HtmlElement): boolean {
  if (!isShownAsRow(row) || !isOneLine(row, { elements: 0 })) return false
  const line = lineOf(row)
  return line !== '' && line.length <= MAX_ROW_CHARACTERS && !SENTENCE_END.test(line)
}

/** True if nothing in `node` is shown below something else. */
function isOneLine(node: HtmlNode, state: { elements: number }): boolean {
  if (typeof node === 'string') return true
  if (++state.elements > MAX_ELEMENTS || node.tag === 'br') return false
  if (isBlock(node.tag) && !BOXES.has(node.tag)) return false
  // What is beside the title of a card is about what the card names.
  if (STRONG.has(node.tag) || TITLE_NAME.test(node.attributes['class'] ?? '')) return false
  if (node.children.length > MAX_NODES) return false
  const children = node.children.filter((child) => !isSpace(child))
  const hasStack = !isShownAsRow(node) && children.length > 1 && children.some(isBlockElement)
  return !hasStack && children.every((child) => isOneLine(child, state))
}

function isShownAsRow({ tag, attributes, hasBlock }: HtmlElement): boolean {
  const classes = attributes['class'] ?? ''
  return hasBlock && tag === 'div' && ROW.test(classes) && !COLUMN.test(classes)
}

const isBlockElement = (node: HtmlNode) => typeof node === 'object' && isBlock(node.tag)
