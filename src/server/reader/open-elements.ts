/**
 * The elements that are open while a page is read: what a start or an end tag opens, ends and shields (HTML standard,
 * 13.2.6).
 */
import { NO_ATTRIBUTES, type HtmlElement } from './html-element.ts'
import {
  CLOSES_PARAGRAPH,
  ENDS,
  FORMATTING,
  HEADINGS,
  isBlock,
  LEFT_OUT,
  OPAQUE,
  SCOPE,
  scopeOf,
  SPECIAL,
  TABLE_PARTS,
  VOID,
} from './html-tags.ts'

export type OpenElements = {
  /** Takes in a start tag. `tag` is lower case. */
  start(tag: string, attributes: HtmlElement['attributes'], selfClosing: boolean): void
  /** Takes in an end tag. */
  end(tag: string): void
  addText(text: string): void
  /** The element that is left out with all it holds and that the reader is in, '' when there is none. */
  dropped(): string
  /** How many elements were built, and how often one open element was looked at to find the one that a tag ends. */
  work(): { nodes: number; steps: number }
  /** True when there were more elements than are built; their text is missing. */
  cut(): boolean
}

export type NestingLimits = {
  depth: number
  nodes: number
  /** Looks at open elements; beyond, a tag reaches only `SHORT_REACH` elements far. */
  steps: number
}

/** No page written by people has an end tag further from its start tag. */
const SHORT_REACH = 8

/**
 * Nests elements in `body` as a browser would in all that matters for text. With `noscript`, what is meant for browsers
 * without script is built too.
 */
export function openElements(body: HtmlElement, limits: NestingLimits, noscript: boolean): OpenElements {
  const stack: HtmlElement[] = [body]
  /** How many of each tag are open, so that a stray end tag costs nothing. */
  const open = new Map<string, number>()
  let top = body
  let nodes = 0
  let steps = 0
  /** How many elements are open beyond the depth limit. */
  let beyond = 0
  let dropped = ''
  /** How many elements of the dropped one's kind are open within it. */
  let droppedOpen = 0

  return {
    start,
    end,
    addText,
    dropped: () => dropped,
    work: () => ({ nodes, steps }),
    cut: () => nodes > limits.nodes,
  }

  function start(tag: string, attributes: HtmlElement['attributes'], selfClosing: boolean) {
    if (dropped !== '') {
      if (tag === dropped && !selfClosing) droppedOpen++
      return
    }
    if (tag === 'html' || tag === 'head' || tag === 'body' || tag === 'title') return
    if (CLOSES_PARAGRAPH.has(tag)) closeInScope('p', SPECIAL)
    if (OPAQUE.has(tag) && !(noscript && tag === 'noscript')) {
      if (selfClosing && tag === 'svg') return
      dropped = tag
      droppedOpen = 1
      return
    }
    const ends = ENDS[tag]
    if (ends) closeOpen(tag, ends.ends, ends.within)
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) pop()

    if (++nodes > limits.nodes) return
    if (stack.length > limits.depth) {
      if (!VOID.has(tag)) beyond++
      return
    }
    const element: HtmlElement = { tag, attributes, parent: top, children: [], hasBlock: false }
    // What is left out is followed, so that it ends where a browser would end it, but hangs on nothing.
    if (!LEFT_OUT.has(tag)) {
      top.children.push(element)
      if (isBlock(tag)) for (let at: HtmlElement | null = top; at && !at.hasBlock; at = at.parent) at.hasBlock = true
    }
    if (VOID.has(tag)) return
    stack.push(element)
    top = element
    open.set(tag, (open.get(tag) ?? 0) + 1)
  }

  function end(tag: string) {
    if (dropped !== '') {
      if (tag === dropped && --droppedOpen === 0) dropped = ''
      return
    }
    if (nodes > limits.nodes) return
    if (beyond > 0) {
      beyond--
      return
    }
    if (tag === 'br')
      top.children.push({ tag: 'br', attributes: NO_ATTRIBUTES, parent: top, children: [], hasBlock: false })
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) return pop()
    if (!open.get(tag)) return
    if (tag === 'form') return removeFromStack('form')
    if (SPECIAL.has(tag)) {
      closeInScope(tag, scopeOf(tag))
    } else if (!closeInScope(tag, SPECIAL) && FORMATTING.has(tag)) {
      // <a><div></a>: the link ends here, although the block in it stays open.
      const misnested = stack[innermost(tag)]
      if (misnested) retag(misnested)
    }
  }

  function addText(text: string) {
    if (dropped !== '' || nodes > limits.nodes) return
    const last = top.children.length - 1
    if (typeof top.children[last] === 'string') top.children[last] += text
    else top.children.push(text)
  }

  /** Where in the stack the search for what a tag ends gives up. */
  function farthest(): number {
    return steps < limits.steps ? 1 : Math.max(1, stack.length - SHORT_REACH)
  }

  /** Ends the innermost open `wanted`, and all in it, unless one of `boundary` stands between. */
  function closeInScope(wanted: string, boundary: ReadonlySet<string>): boolean {
    if (!open.get(wanted)) return false
    const last = farthest()
    for (let at = stack.length - 1; at >= last; at--) {
      steps++
      const current = stack[at]?.tag ?? ''
      if (current === wanted) {
        while (stack.length > at) pop()
        return true
      }
      if (boundary.has(current)) return false
    }
    return false
  }

  function closeOpen(tag: string, ends: readonly string[], within: readonly string[]) {
    if (!ends.some((each) => open.get(each))) return
    const last = farthest()
    for (let at = stack.length - 1; at >= last; at--) {
      steps++
      const current = stack[at]?.tag ?? ''
      if (within.includes(current)) return
      if (ends.includes(current)) {
        while (stack.length > at) pop()
        return
      }
      // A row or a cell ends whatever was left open in the cell before.
      if (TABLE_PARTS.has(tag)) continue
      // Blocks other than these shield what is around them: <li><div><li> stays within the div.
      if (SCOPE.has(current) || (SPECIAL.has(current) && current !== 'p' && current !== 'div')) return
      if (current === 'div' && tag !== 'dd' && tag !== 'dt' && tag !== 'li') return
    }
  }

  function innermost(wanted: string): number {
    const last = farthest()
    for (let at = stack.length - 1; at >= last; at--, steps++) if (stack[at]?.tag === wanted) return at
    return -1
  }

  function pop() {
    const element = stack.pop()
    if (!element) return
    open.set(element.tag, (open.get(element.tag) ?? 1) - 1)
    top = stack.at(-1) ?? body
  }

  function removeFromStack(wanted: string) {
    const at = innermost(wanted)
    if (at < 1) return
    if (at === stack.length - 1) return pop()
    stack.splice(at, 1)
    open.set(wanted, (open.get(wanted) ?? 1) - 1)
  }

  function retag(element: HtmlElement) {
    open.set(element.tag, (open.get(element.tag) ?? 1) - 1)
    element.tag = 'span'
    open.set('span', (open.get('span') ?? 0) + 1)
  }
}
