/** The stack of open elements: which elements a start or end tag opens and closes (HTML standard, 13.2.6). */
import { hasSentence, NO_ATTRIBUTES, type HtmlElement } from './html-element.ts'
import { hasWord } from './html-head.ts'
import { iconSign } from './icon-sign.ts'
import { isStreamed, placeId, type Streamed } from './place-streamed.ts'
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
  SECTIONS,
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
  /** Characters of sentences in header elements, built or not. */
  headerProse(): number
  streamed: Streamed
  icons: Icons
}

/** The sign of the first picture in an element that says yes or no (icon-sign.ts). */
export type Icons = ReadonlyMap<HtmlElement, string>

export type NestingLimits = {
  depth: number
  nodes: number
  /** Visits of open elements; after that a tag searches only `SHORT_REACH` elements. */
  steps: number
}

/** On real pages, end tags are never further from their start tag. */
const SHORT_REACH = 8

/** A browser has one of each; the parser creates the body, and reads the title apart. */
const IGNORED = new Set(['html', 'head', 'body', 'title'])
/** Dropped elements that may hold sentences, beside the header; the others have no page text. */
const OTHER_DROPPED_SECTIONS = ['footer', 'nav']
/** Elements whose header is not that of the page. */
const PARTS = ['article', 'section', 'main']
/** Shorter text in a dropped element is a link or a label. */
const MIN_PROSE_CHARACTERS = 80

/**
 * Nests elements in `body` as a browser would as far as text is concerned. `noscript`, `header`: the content of such
 * elements is part of the page.
 */
export function createOpenElements(
  body: HtmlElement,
  { limits, noscript, header }: { limits: NestingLimits; noscript: boolean; header: boolean },
): OpenElements {
  /** Open elements from the outside in, `body` first. */
  const stack: HtmlElement[] = [body]
  /** The number of open elements per tag, so that a stray end tag costs no search. */
  const openCounts = new Map<string, number>()
  /** The innermost open element. */
  let top = body
  let nodes = 0
  let steps = 0
  /** The number of open elements beyond the depth limit, which are not built. */
  let tooDeep = 0
  let opaqueTag = ''
  /** The number of open elements with that tag, nested ones included. */
  let opaqueDepth = 0
  let droppedProse = 0
  let headerProse = 0
  /** The number of header elements so far. */
  let headers = 0
  const streamed: Streamed = { places: new Map(), contents: [] }
  const icons = new Map<HtmlElement, string>()

  return {
    start,
    end,
    addText,
    opaqueTag: () => opaqueTag,
    work: () => ({ nodes, steps }),
    isTruncated,
    droppedProse: () => droppedProse,
    headerProse: () => headerProse,
    streamed,
    icons,
  }

  function start(tag: string, attributes: HtmlElement['attributes'], selfClosing: boolean) {
    if (opaqueTag !== '') {
      if (tag === opaqueTag && !selfClosing) opaqueDepth++
      return
    }
    if (IGNORED.has(tag)) return
    const sign = iconSign(tag, attributes)
    if (sign !== '' && !icons.has(top)) icons.set(top, sign)
    if (CLOSES_PARAGRAPH.has(tag)) closeInScope('p', SPECIAL)
    if (OPAQUE.has(tag) && !(noscript && tag === 'noscript')) {
      if (selfClosing && tag === 'svg') return
      if (tag === 'template') addPlace(placeId(attributes['id']))
      opaqueTag = tag
      opaqueDepth = 1
      return
    }
    closeElementsEndedBy(tag)

    if (isTruncated()) return
    // Not built, so it does not count: its text goes to the deepest element.
    if (stack.length > limits.depth) {
      if (!VOID.has(tag)) tooDeep++
      return
    }
    nodes++
    if (isTruncated()) return
    const element: HtmlElement = { tag, attributes, parent: top, children: [], hasBlock: false }
    if (tag === 'header') headers++
    // A dropped element stays on the stack, so that it ends where a browser ends it, but is not part of the tree.
    if (!DROPPED.has(tag) || mayBeText(element)) append(element)
    if (tag === 'div' && isStreamed(element)) streamed.contents.push(element)
    if (!VOID.has(tag)) push(element)
  }

  function end(tag: string) {
    if (opaqueTag !== '') {
      if (tag === opaqueTag) opaqueDepth--
      if (opaqueDepth === 0) opaqueTag = ''
      return
    }
    if (isTruncated()) return
    if (tooDeep > 0) {
      tooDeep--
      return
    }
    // A browser takes </br> for <br>.
    if (tag === 'br')
      top.children.push({ tag: 'br', attributes: NO_ATTRIBUTES, parent: top, children: [], hasBlock: false })
    // The end tag of any heading ends the open one: <h2>…</h3>.
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) return pop()
    if (!openCounts.get(tag)) return
    if (tag === 'form') return removeFromStack('form')
    if (SPECIAL.has(tag)) {
      closeInScope(tag, scopeOf(tag))
    } else if (!closeInScope(tag, SPECIAL) && FORMATTING.has(tag)) {
      // <a><div></a>: the link ends here, but the block inside it stays open.
      const misnested = stack[findInnermost(tag)]
      if (misnested) retagAsSpan(misnested)
    }
  }

  function addText(text: string) {
    if (opaqueTag !== '' || isTruncated()) return
    if (text.length >= MIN_PROSE_CHARACTERS) countDroppedProse(text.trim().length)
    const last = top.children.length - 1
    if (typeof top.children[last] === 'string') top.children[last] += text
    else top.children.push(text)
  }

  function addPlace(id: string | undefined) {
    if (id === undefined || stack.length > limits.depth || isTruncated()) return
    nodes++
    const place: HtmlElement = { tag: 'div', attributes: NO_ATTRIBUTES, parent: top, children: [], hasBlock: false }
    append(place)
    streamed.places.set(id, place)
  }

  function countDroppedProse(characters: number) {
    const isInHeader = (openCounts.get('header') ?? 0) > 0
    if (isInHeader) headerProse += characters
    if ((isInHeader && !header) || OTHER_DROPPED_SECTIONS.some((tag) => openCounts.get(tag))) droppedProse += characters
  }

  function isTruncated(): boolean {
    return nodes > limits.nodes
  }

  function append(element: HtmlElement) {
    element.hasBlock = isContainer(element.tag)
    top.children.push(element)
    if (!element.hasBlock && !isBlock(element.tag)) return
    for (let up: HtmlElement | null = top; up && !up.hasBlock; up = up.parent) up.hasBlock = true
  }

  /** True for dropped elements that are decided about at their end: headers of parts of a page, and panels of Webflow. */
  function mayBeText({ tag, attributes }: HtmlElement): boolean {
    if (tag === 'nav') return hasWord(attributes['class'], 'w-dropdown-list')
    if (tag !== 'header') return false
    return header || headers > 1 || PARTS.some((part) => openCounts.get(part))
  }

  /** A header with the heading of the page, or without one, has an author, a date and buttons; a menu has no sentence. */
  function isKept(element: HtmlElement): boolean {
    if (element.tag === 'nav') return hasSentence(element)
    if (header) return true
    const heading = firstHeading(element)
    return heading !== null && heading.tag !== 'h1'
  }

  /** A web component that starts a section of the page or follows a block: it contains blocks, not words of a line. */
  function isContainer(tag: string): boolean {
    const isComponent = tag.includes('-')
    const isInSection = SECTIONS.has(top.tag) || (top.hasBlock && top.tag.includes('-'))
    if (!isComponent || !isInSection) return false
    const previous = top.children.findLast((child) => typeof child !== 'string' || child.trim() !== '')
    return previous === undefined || (typeof previous !== 'string' && (previous.hasBlock || isBlock(previous.tag)))
  }

  function push(element: HtmlElement) {
    stack.push(element)
    top = element
    count(element.tag, 1)
  }

  function pop() {
    const element = stack.pop()
    if (!element) return
    count(element.tag, -1)
    if (DROPPED.has(element.tag) && element.parent?.children.at(-1) === element && !isKept(element))
      element.parent.children.pop()
    top = stack.at(-1) ?? body
  }

  function count(tag: string, change: 1 | -1) {
    openCounts.set(tag, (openCounts.get(tag) ?? 0) + change)
  }

  /** Closes the element at a stack index and everything in it. */
  function closeAt(index: number) {
    while (stack.length > index) pop()
  }

  /** Closes the innermost open `wanted` and everything in it, unless an element of `boundary` comes first. */
  function closeInScope(wanted: string, boundary: ReadonlySet<string>): boolean {
    if (!openCounts.get(wanted)) return false
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

  /** The elements whose end tag may be left out before this start tag: <li>…<li>, and a heading before a heading. */
  function closeElementsEndedBy(tag: string) {
    const rule = ENDS[tag]
    if (rule?.ends.some((ended) => openCounts.get(ended))) closeFirstOf(rule, tag)
    if (HEADINGS.has(tag) && HEADINGS.has(top.tag)) pop()
  }

  function closeFirstOf({ ends, within }: { ends: readonly string[]; within: readonly string[] }, tag: string) {
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
    return steps < limits.steps ? 1 : Math.max(1, stack.length - SHORT_REACH)
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
  function removeFromStack(wanted: string) {
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

function firstHeading({ children }: HtmlElement): HtmlElement | null {
  for (const child of children) {
    if (typeof child === 'string') continue
    const heading = HEADINGS.has(child.tag) ? child : firstHeading(child)
    if (heading) return heading
  }
  return null
}
