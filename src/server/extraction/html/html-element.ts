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

/** `textLength` with a cache, for a tree that does not change between calls. */
export function cachedTextLength(): (element: HtmlElement) => number {
  const cache = new Map<HtmlElement, number>()
  const lengthOf = (element: HtmlElement): number => {
    const cached = cache.get(element)
    if (cached !== undefined) return cached
    let length = 0
    for (const child of element.children) length += typeof child === 'string' ? child.trim().length : lengthOf(child)
    cache.set(element, length)
    return length
  }
  return lengthOf
}
