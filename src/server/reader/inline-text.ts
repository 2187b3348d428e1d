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
  return rawText(element.children, true).replace(/\s+/g, ' ').trim()
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

/** Collapses white space as a browser does; only a marked break keeps its line. */
export function tidyLines(text: string): string {
  if (!text.includes(LINE_BREAK)) return text.replace(/\s+/g, ' ').trim()
  return text
    .split(LINE_BREAK)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

// Links and buttons in a row are told apart by their style alone.
function isApart(before: HtmlNode, element: HtmlElement): boolean {
  return typeof before === 'object' && before.tag === element.tag && (element.tag === 'a' || element.tag === 'button')
}
