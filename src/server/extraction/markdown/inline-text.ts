/** The text of inline content, with white space collapsed as in a browser. */
import { isBlock } from '#server/extraction/html/html-tags.ts'
import type { HtmlElement, HtmlNode } from '#server/extraction/html/html-element.ts'

/** Marks a br until `collapseLines` runs: unlike a newline, it is no white space that collapses. */
const LINE_BREAK = '\u2028'

/** The text of an inline element after its sibling `previous`, with line breaks marked for `collapseLines`. */
export function inlineText(element: HtmlElement, previous: HtmlNode): string {
  if (element.tag === 'br') return LINE_BREAK
  const text = flowingText(element.children)
  return needsSpace(previous, element) ? ` ${text}` : text
}

/** All text of an element on one line. */
export function lineOf(element: HtmlElement): string {
  return oneLine(flowingText(element.children))
}

/** All text below, with spaces around blocks and line breaks marked for `collapseLines`. */
export function flowingText(nodes: readonly HtmlNode[]): string {
  let text = ''
  let previous: HtmlNode = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else if (node.tag === 'br') text += LINE_BREAK
    else {
      const inner = flowingText(node.children)
      if (isBlock(node.tag)) text += ` ${inner} `
      else text += needsSpace(previous, node) ? ` ${inner}` : inner
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
