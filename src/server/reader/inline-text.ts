/** The text of what runs within a line, with white space as a browser would show it. */
import { isBlock } from './html-tags.ts'
import type { HtmlElement, HtmlNode } from './html-element.ts'

/** Stands for a br until the line is tidied: unlike a newline, it is no white space that collapses. */
const LINE_BREAK = '\u2028'

/** The text of an inline element that follows `before`; breaks are marked for `tidyLines`. */
export function inlineText(element: HtmlElement, before: HtmlNode): string {
  if (element.tag === 'br') return LINE_BREAK
  const text = rawText(element.children, true)
  return isApart(before, element) ? ` ${text}` : text
}

/** The text of an element and all in it, on one line. */
export function lineOf(element: HtmlElement): string {
  return oneLine(rawText(element.children, true))
}

/** All text below. With `flowing`, blocks are kept apart by spaces and each br is marked; without, a br is a newline. */
export function rawText(nodes: readonly HtmlNode[], flowing: boolean): string {
  let text = ''
  let before: HtmlNode = ''
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else if (node.tag === 'br') text += flowing ? LINE_BREAK : '\n'
    else {
      const inner = rawText(node.children, flowing)
      if (!flowing) text += inner
      else if (isBlock(node.tag)) text += ` ${inner} `
      else text += isApart(before, node) ? ` ${inner}` : inner
    }
    before = node
  }
  return text
}

/** `text` with each run of white space as one space, and none at its ends. */
export function oneLine(text: string): string {
  // Most text has nothing but single spaces, and looking is cheaper than writing anew.
  return (UNTIDY.test(text) ? text.replace(UNTIDY_RUNS, ' ') : text).trim()
}

const UNTIDY = /[^\S ]|  /
const UNTIDY_RUNS = /[^\S ]\s*| \s+/g

/** Collapses white space as a browser does; only a marked break keeps its line. */
export function tidyLines(text: string): string {
  if (!text.includes(LINE_BREAK)) return oneLine(text)
  return text
    .split(LINE_BREAK)
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// Links and buttons in a row are told apart by their style alone.
function isApart(before: HtmlNode, element: HtmlElement): boolean {
  return typeof before === 'object' && before.tag === element.tag && (element.tag === 'a' || element.tag === 'button')
}
