/** The text of inline content, with white space collapsed as in a browser. */
import { isBlock } from '#server/extraction/html/html-tags.ts'
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'

/** Marks a br until `collapseLines` runs: unlike a newline, it is no white space that collapses. */
const LINE_BREAK = '\u2028'

/** The text of an inline element after its sibling `previous`, with line breaks marked for `collapseLines`. */
export function inlineText(element: HtmlElement, previous: HtmlNode): string {
  if (element.tag === 'br') return LINE_BREAK
  return separatorOf(previous, element) + writtenText(element.children)
}

/** All text of an element on one line. */
export function lineOf(element: HtmlElement): string {
  return oneLine(writtenText(element.children))
}

/** The text for scores, which were learned from it as it is. */
export function flowingText(nodes: readonly HtmlNode[]): string {
  return textOf(nodes, (previous, element) => (needsSpace(previous, element) ? ' ' : ''))
}

/** The text for people, with spaces between words that a style sheet sets apart. */
function writtenText(nodes: readonly HtmlNode[]): string {
  return textOf(nodes, separatorOf)
}

function separatorOf(previous: HtmlNode, element: HtmlElement): string {
  // A style sheet writes the colon before the type of a parameter in documentation made by docutils.
  if (element.attributes['class'] === 'classifier' && !isDelimiter(previous)) return ': '
  if (isExponent(previous, element)) return '^'
  return needsSpace(previous, element) || isSetApart(previous, element) ? ' ' : ''
}

/** "10³" is another number than "10 3"; the sign of a note is rarely after one of these. */
const BASE = /(?:^|[^\d.,])(?:2|10)$/
const EXPONENT = /^[-−–]?\d{1,3}$/

const isExponent = (previous: HtmlNode, element: HtmlElement) =>
  element.tag === 'sup' && BASE.test(flowingText([previous])) && EXPONENT.test(flowingText(element.children).trim())

const isDelimiter = (node: HtmlNode) => typeof node === 'object' && node.attributes['class'] === 'classifier-delimiter'

/** All text below, with spaces around blocks and line breaks marked for `collapseLines`. */
function textOf(nodes: readonly HtmlNode[], separator: (previous: HtmlNode, element: HtmlElement) => string): string {
  let text = ''
  let previous: HtmlNode = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else if (node.tag === 'br') text += LINE_BREAK
    else {
      const inner = textOf(node.children, separator)
      if (isBlock(node.tag)) text += ` ${inner} `
      else text += separator(previous, node) + inner
    }
    previous = node
  }
  return text
}

/** All text below as it is written, as in a pre element. */
export function preformattedText(nodes: readonly HtmlNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else text += node.tag === 'br' ? '\n' : preformattedText(node.children)
  }
  return text
}

/** The text of code outside pre, where only br breaks a line and no-break spaces indent it. */
export function codeLines(element: HtmlElement): string {
  const lines = writtenText(element.children).split(LINE_BREAK)
  const tidy = lines.map((line) =>
    line
      .replace(/[ \t\r\n]+/g, ' ')
      .replace(/^ /, '')
      .replaceAll('\u00a0', ' ')
      .trimEnd(),
  )
  return tidy.join('\n').replace(/^\n+/, '').trimEnd()
}

/** `text` with each run of white space as one space, trimmed. */
export function oneLine(text: string): string {
  // Most text has only single spaces, and testing is cheaper than replacing.
  return (UNTIDY.test(text) ? text.replace(UNTIDY_RUNS, ' ') : text).trim()
}

const UNTIDY = /[^\S ]|  /
const UNTIDY_RUNS = /[^\S ]\s*| \s+/g

/** Collapses white space as a browser does; marked line breaks become newlines. */
export function collapseLines(text: string): string {
  if (!text.includes(LINE_BREAK)) return oneLine(text)
  return text
    .split(LINE_BREAK)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Adjacent links or buttons are visually separate although no space is between them, and so is the 3 of "1998³". */
function needsSpace(previous: HtmlNode, element: HtmlElement): boolean {
  if (element.tag === 'sup' || element.tag === 'sub')
    return /\d$/.test(flowingText([previous])) && /^\d/.test(flowingText(element.children))
  if (element.tag !== 'a' && element.tag !== 'button') return false
  return typeof previous === 'object' && previous.tag === element.tag
}

const CONTROLS = new Set(['a', 'button', 'label', 'input'])
/** Not emphasis: "<b>un</b><i>do</i>" is one word. */
const LABELS = new Set(['span', 'label', 'time', 'small', 'strong'])

/** Classes of Tailwind and Bootstrap that set the elements of a line apart. */
const FLEX = /(?:^|[\s:])(?:(?:d-)?(?:inline-)?(?:flex|grid)|gap-x?-?\d\S*)(?:\s|$)/

/** The mark of a note after a word, as in "Storage¹"; not the exponent in "m²" or "km²". */
const NOTE_MARK = /^\d{1,2}$/
const BEFORE_NOTE_MARK = /\p{L}{4}$/u

/**
 * True for adjacent controls, for the mark of a note, and for labels of different classes such as "Monday" and "9–12",
 * which a style sheet sets apart. Editors of texts split words at random: "<span>Co</span><span>rnell</span>".
 */
function isSetApart(previous: HtmlNode, element: HtmlElement): boolean {
  if (element.tag === 'sup' && typeof previous === 'string')
    return BEFORE_NOTE_MARK.test(previous) && NOTE_MARK.test(edgeOf(element, 0))
  if (typeof previous !== 'object') return false
  if (CONTROLS.has(element.tag) && element.tag !== 'a') return CONTROLS.has(previous.tag)
  if (!LABELS.has(element.tag) || !LABELS.has(previous.tag) || element.parent?.tag === 'code') return false
  const { class: classes = '' } = element.attributes
  if (FLEX.test(element.parent?.attributes['class'] ?? '')) return true
  const isOther = element.tag !== previous.tag || classes !== (previous.attributes['class'] ?? '')
  return isOther && startsWord(edgeOf(previous, -1).slice(-3), edgeOf(element, 0).slice(0, 3))
}

/** True for "Sale|Sold", "Monday|9", "$12|per", "9 €|sold out"; not for "Co|rnell", "3|rd", "5|kg", "H|ello". */
function startsWord(before: string, after: string): boolean {
  if (/\d\s?[€$£%]$/.test(before)) return /^[\p{L}\d]/u.test(after)
  if (/\d$/.test(before)) return /^(?:\p{Lu}|\p{L}{3})/u.test(after)
  return (/\p{Ll}{2}$/u.test(before) && /^\p{Lu}/u.test(after)) || (/\p{L}{2}$/u.test(before) && /^[\d€$£]/.test(after))
}

const MAX_EDGE_DEPTH = 3

/** The text of the first (0) or last (-1) child, '' if it is deeper than a few elements. */
function edgeOf(element: HtmlElement, at: 0 | -1): string {
  let node: HtmlNode | undefined = element
  for (let depth = 0; depth < MAX_EDGE_DEPTH && typeof node === 'object'; depth++) node = node.children.at(at)
  return typeof node === 'string' ? node : ''
}
