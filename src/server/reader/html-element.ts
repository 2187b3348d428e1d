/** An element of the small tree that html-tree.ts builds, and how much text it holds. */

export type HtmlNode = HtmlElement | string

export type HtmlElement = {
  tag: string
  attributes: Readonly<Record<string, string>>
  parent: HtmlElement | null
  children: HtmlNode[]
  /** True when a block stands somewhere in it. */
  hasBlock: boolean
}

export const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

/** Characters of all text below, white space around each piece not counted. */
export function textLength({ children }: HtmlElement): number {
  return children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : textLength(child)), 0)
}

/** `textLength` for each element of a tree that does not change meanwhile, counted once. */
export function textLengths(): (element: HtmlElement) => number {
  const known = new Map<HtmlElement, number>()
  const lengthOf = (element: HtmlElement): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    let length = 0
    for (const child of element.children) length += typeof child === 'string' ? child.trim().length : lengthOf(child)
    known.set(element, length)
    return length
  }
  return lengthOf
}
