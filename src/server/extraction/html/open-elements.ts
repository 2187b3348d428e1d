/** The stack of open elements, and which of them a start or end tag closes (HTML standard, 13.2.6). */
import type { HtmlElement } from './html-element.ts'
import {
  CLOSES_PARAGRAPH,
  ENDS,
  FORMATTING,
  HEADINGS,
  SCOPE,
  scopeOf,
  SPECIAL,
  TABLE_PARTS,
  type EndedElements,
} from './html-tags.ts'

export type OpenElements = {
  /** The innermost open element. */
  top(): HtmlElement
  depth(): number
  isOpen(tag: string): boolean
  open(element: HtmlElement): void
  /** Closes the open paragraph that a start tag ends. */
  endParagraph(tag: string): void
  /**
   * Closes the elements whose end tag may be left out before a start tag: <li>…<li>, and a heading before a heading.
   */
  endElements(tag: string): void
  /** Closes what an end tag closes. */
  close(tag: string): void
  /** Open elements visited while searching for the one that a tag closes. */
  steps(): number
}

/** On real pages, end tags are never further from their start tag. */
const SHORT_REACH = 8

/**
 * @param body the outermost element, which is never closed
 * @param maxSteps visits of open elements; after that a tag searches only `SHORT_REACH` elements
 * @param onClose is called with each closed element when it is off the stack
 */
export function createOpenElements(
  body: HtmlElement,
  maxSteps: number,
  onClose: (element: HtmlElement) => void,
): OpenElements {
  /** From the outside in, `body` first. */
  const stack: HtmlElement[] = [body]
  /** The number of open elements per tag, so that a stray end tag costs no search. */
  const counts = new Map<string, number>()
  let top = body
  let steps = 0

  return {
    top: () => top,
    depth: () => stack.length,
    isOpen,
    open,
    endParagraph,
    endElements,
    close,
    steps: () => steps,
  }

  function isOpen(tag: string): boolean {
    return (counts.get(tag) ?? 0) > 0
  }

  function open(element: HtmlElement) {
    stack.push(element)
    top = element
    count(element.tag, 1)
  }

  function endParagraph(tag: string) {
    if (CLOSES_PARAGRAPH.has(tag)) closeInScope('p', SPECIAL)
  }

  function endElements(tag: string) {
    const rule = ENDS[tag]
    if (rule?.ends.some(isOpen)) closeFirstOf(rule, tag)
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) pop()
  }

  function close(tag: string) {
    // The end tag of any heading ends the open one: <h2>…</h3>.
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) return pop()
    if (!isOpen(tag)) return
    if (tag === 'form') return remove('form')
    if (SPECIAL.has(tag)) {
      closeInScope(tag, scopeOf(tag))
    } else if (!closeInScope(tag, SPECIAL) && FORMATTING.has(tag)) {
      // <a><div></a>: the link ends here, but the block inside it stays open.
      const misnested = stack[findInnermost(tag)]
      if (misnested) retagAsSpan(misnested)
    }
  }

  function pop() {
    const element = stack.pop()
    if (!element) return
    count(element.tag, -1)
    top = stack.at(-1) ?? body
    onClose(element)
  }

  function count(tag: string, change: 1 | -1) {
    counts.set(tag, (counts.get(tag) ?? 0) + change)
  }

  /** Closes the element at a stack index and everything in it. */
  function closeAt(index: number) {
    while (stack.length > index) pop()
  }

  /** Closes the innermost open `wanted` and everything in it, unless an element of `boundary` comes first. */
  function closeInScope(wanted: string, boundary: ReadonlySet<string>): boolean {
    if (!isOpen(wanted)) return false
    const last = lastSearched()
    for (let index = stack.length - 1; index >= last; index--) {
      steps++
      const current = stack[index]?.tag ?? ''
      if (current === wanted) {
        closeAt(index)
        return true
      }
      if (boundary.has(current)) return false
    }
    return false
  }

  function closeFirstOf({ ends, within }: EndedElements, tag: string) {
    const last = lastSearched()
    for (let index = stack.length - 1; index >= last; index--) {
      steps++
      const current = stack[index]?.tag ?? ''
      if (within.includes(current)) return
      if (ends.includes(current)) return closeAt(index)
      if (isProtectedFrom(tag, current)) return
    }
  }

  /** The stack index at which a search stops. */
  function lastSearched(): number {
    return steps < maxSteps ? 1 : Math.max(1, stack.length - SHORT_REACH)
  }

  /** A stack index, -1 if no such element is open within reach. */
  function findInnermost(wanted: string): number {
    const last = lastSearched()
    for (let index = stack.length - 1; index >= last; index--) {
      if (stack[index]?.tag === wanted) return index
      steps++
    }
    return -1
  }

  /** The elements inside it stay open. */
  function remove(wanted: string) {
    const index = findInnermost(wanted)
    if (index < 1) return
    if (index === stack.length - 1) return pop()
    stack.splice(index, 1)
    count(wanted, -1)
  }

  function retagAsSpan(element: HtmlElement) {
    count(element.tag, -1)
    element.tag = 'span'
    count('span', 1)
  }
}

/** True if the start tag `tag` closes nothing outside of an open element `current`. */
function isProtectedFrom(tag: string, current: string): boolean {
  // A row or a cell closes everything left open in the previous cell.
  if (TABLE_PARTS.has(tag)) return false
  // In <li><blockquote><li> the second li stays inside the quotation; <li><p><li> and <li><div><li> are two items.
  if (current === 'div') return tag !== 'dd' && tag !== 'dt' && tag !== 'li'
  return SCOPE.has(current) || (SPECIAL.has(current) && current !== 'p')
}
