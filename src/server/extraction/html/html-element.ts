/** An element of the reduced tree that parse-html.ts builds. */

export type HtmlNode = HtmlElement | string

export type HtmlElement = {
  tag: string
  attributes: Readonly<Record<string, string>>
  parent: HtmlElement | null
  children: HtmlNode[]
  /** True when any descendant is a block element, and for a web component among blocks. */
  hasBlock: boolean
}

export const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

/** Characters of all text below, each text node trimmed. */
export function textLength({ children }: HtmlElement): number {
  return children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : textLength(child)), 0)
}

export const textOf = ({ children }: HtmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** True for white space between elements. */
export const isSpace = (node: HtmlNode) => typeof node === 'string' && node.trim() === ''

const MAX_TEXT_DEPTH = 8

/** True if there is text in a node, or if it is nested too deeply to look everywhere. */
export function hasText(node: HtmlNode, depth = 0): boolean {
  if (typeof node === 'string') return node.trim() !== ''
  return depth === MAX_TEXT_DEPTH || node.children.some((child) => hasText(child, depth + 1))
}

export type LengthOf = (element: HtmlElement) => number

/** `textLength` with a cache, for a tree that does not change between calls. */
export function cachedTextLength(): LengthOf {
  const cache = new Map<HtmlElement, number>()
  const lengthOf: LengthOf = (element) => {
    const cached = cache.get(element)
    if (cached !== undefined) return cached
    let length = 0
    for (const child of element.children) length += typeof child === 'string' ? child.trim().length : lengthOf(child)
    cache.set(element, length)
    return length
  }
  return lengthOf
}

const MIN_SENTENCE_CHARACTERS = 25
const MAX_NODES_TO_SENTENCE = 200
const SENTENCE_IN_TEXT = /[.!?。！？]["'”’)]?(?:\s|$)/

/** True if one of the first nodes below `element` is a text with the end of a sentence. */
export function hasSentence(element: HtmlElement): boolean {
  const pending: HtmlNode[] = [element]
  let nodes = 0
  for (let node = pending.pop(); node !== undefined && nodes < MAX_NODES_TO_SENTENCE; node = pending.pop(), nodes++) {
    if (typeof node === 'object') pending.push(...node.children.slice(0, MAX_NODES_TO_SENTENCE))
    else if (node.length >= MIN_SENTENCE_CHARACTERS && SENTENCE_IN_TEXT.test(node)) return true
  }
  return false
}
