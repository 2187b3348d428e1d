/** The stack of open elements: which elements a start or end tag opens and closes (HTML standard, 13.2.6). */
import { NO_ATTRIBUTES, type HtmlElement } from './html-element.ts'
import {
  CLOSES_PARAGRAPH,
  ENDS,
  FORMATTING,
  HEADINGS,
  isBlock,
  DROPPED,
  OPAQUE,
  SCOPE,
  scopeOf,
  SPECIAL,
  TABLE_PARTS,
  VOID,
} from './html-tags.ts'

export type OpenElements = {
  /** `tag` is lower case. */
  start(tag: string, attributes: HtmlElement['attributes'], selfClosing: boolean): void
  end(tag: string): void
  addText(text: string): void
  /** The opaque element whose content is being dropped, '' outside of one. */
  opaqueTag(): string
  /** Elements built, and open elements visited while searching for the one that a tag closes. */
  work(): { nodes: number; steps: number }
  /** True when the limit of elements was reached; the text after it is missing. */
  isTruncated(): boolean
  /** Characters of sentences in dropped elements, which are not in the tree. */
  droppedProse(): number
}

export type NestingLimits = {
  depth: number
  nodes: number
  /** Visits of open elements; after that a tag searches only `SHORT_REACH` elements. */
  steps: number
}

/** On real pages, end tags are never further from their start tag. */
const SHORT_REACH = 8

const SECTIONS = ['header', 'footer', 'nav']
/** Shorter text in a dropped element is a link or a label. */
const SENTENCE_CHARACTERS = 80

/** Nests elements in `body` as a browser would as far as text is concerned. */
export function createOpenElements(
  body: HtmlElement,
  { limits, noscript }: { limits: NestingLimits; noscript: boolean },
): OpenElements {
  const stack: HtmlElement[] = [body]
  /** The number of open elements per tag, so that a stray end tag costs no search. */
  const open = new Map<string, number>()
  let top = body
  let nodes = 0
  let steps = 0
  /** The number of open elements beyond the depth limit. */
  let tooDeep = 0
  let opaqueTag = ''
  /** The number of open elements with that tag, nested ones included. */
  let opaqueDepth = 0
  let droppedProse = 0

  return {
    start,
    end,
    addText,
    opaqueTag: () => opaqueTag,
    work: () => ({ nodes, steps }),
    isTruncated: () => nodes > limits.nodes,
    droppedProse: () => droppedProse,
  }

  function start(tag: string, attributes: HtmlElement['attributes'], selfClosing: boolean) {
    if (opaqueTag !== '') {
      if (tag === opaqueTag && !selfClosing) opaqueDepth++
      return
    }
    if (tag === 'html' || tag === 'head' || tag === 'body' || tag === 'title') return
    if (CLOSES_PARAGRAPH.has(tag)) closeInScope('p', SPECIAL)
    if (OPAQUE.has(tag) && !(noscript && tag === 'noscript')) {
      if (selfClosing && tag === 'svg') return
      opaqueTag = tag
      opaqueDepth = 1
      return
    }
    const ends = ENDS[tag]
    if (ends) closeOpen(tag, ends.ends, ends.within)
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) pop()

    if (nodes > limits.nodes) return
    // Not built, so it does not count: its text goes to the deepest element.
    if (stack.length > limits.depth) {
      if (!VOID.has(tag)) tooDeep++
      return
    }
    if (++nodes > limits.nodes) return
    const element: HtmlElement = { tag, attributes, parent: top, children: [], hasBlock: false }
    // A dropped element stays on the stack, so that it ends where a browser ends it, but is not part of the tree.
    if (!DROPPED.has(tag)) {
      top.children.push(element)
      if (isBlock(tag)) for (let up: HtmlElement | null = top; up && !up.hasBlock; up = up.parent) up.hasBlock = true
    }
    if (VOID.has(tag)) return
    stack.push(element)
    top = element
    open.set(tag, (open.get(tag) ?? 0) + 1)
  }

  function end(tag: string) {
    if (opaqueTag !== '') {
      if (tag === opaqueTag && --opaqueDepth === 0) opaqueTag = ''
      return
    }
    if (nodes > limits.nodes) return
    if (tooDeep > 0) {
      tooDeep--
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
      // <a><div></a>: the link ends here, but the block inside it stays open.
      const misnested = stack[innermost(tag)]
      if (misnested) retag(misnested)
    }
  }

  function addText(text: string) {
    if (opaqueTag !== '' || nodes > limits.nodes) return
    if (text.length >= SENTENCE_CHARACTERS && SECTIONS.some((tag) => open.get(tag))) droppedProse += text.trim().length
    const last = top.children.length - 1
    if (typeof top.children[last] === 'string') top.children[last] += text
    else top.children.push(text)
  }

  /** The stack index at which a search stops. */
  function searchEnd(): number {
    return steps < limits.steps ? 1 : Math.max(1, stack.length - SHORT_REACH)
  }

  /** Closes the innermost open `wanted` and everything in it, unless an element of `boundary` comes first. */
  function closeInScope(wanted: string, boundary: ReadonlySet<string>): boolean {
    if (!open.get(wanted)) return false
    const last = searchEnd()
    for (let index = stack.length - 1; index >= last; index--) {
      steps++
      const current = stack[index]?.tag ?? ''
      if (current === wanted) {
        while (stack.length > index) pop()
        return true
      }
      if (boundary.has(current)) return false
    }
    return false
  }

  function closeOpen(tag: string, ends: readonly string[], within: readonly string[]) {
    if (!ends.some((ended) => open.get(ended))) return
    const last = searchEnd()
    for (let index = stack.length - 1; index >= last; index--) {
      steps++
      const current = stack[index]?.tag ?? ''
      if (within.includes(current)) return
      if (ends.includes(current)) {
        while (stack.length > index) pop()
        return
      }
      // A row or a cell closes everything left open in the previous cell.
      if (TABLE_PARTS.has(tag)) continue
      // Other blocks protect the elements around them: in <li><div><li> the second li stays inside the div.
      if (SCOPE.has(current) || (SPECIAL.has(current) && current !== 'p' && current !== 'div')) return
      if (current === 'div' && tag !== 'dd' && tag !== 'dt' && tag !== 'li') return
    }
  }

  function innermost(wanted: string): number {
    const last = searchEnd()
    for (let index = stack.length - 1; index >= last; index--, steps++) if (stack[index]?.tag === wanted) return index
    return -1
  }

  function pop() {
    const element = stack.pop()
    if (!element) return
    open.set(element.tag, (open.get(element.tag) ?? 1) - 1)
    top = stack.at(-1) ?? body
  }

  function removeFromStack(wanted: string) {
    const index = innermost(wanted)
    if (index < 1) return
    if (index === stack.length - 1) return pop()
    stack.splice(index, 1)
    open.set(wanted, (open.get(wanted) ?? 1) - 1)
  }

  function retag(element: HtmlElement) {
    open.set(element.tag, (open.get(element.tag) ?? 1) - 1)
    element.tag = 'span'
    open.set('span', (open.get('span') ?? 0) + 1)
  }
}
