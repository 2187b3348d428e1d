/** Builds the tree from start tags, end tags and text, without the elements that never contain page text. */
import { hasSentence, NO_ATTRIBUTES, type HtmlElement } from './html-element.ts'
import { hasWord } from './html-head.ts'
import { DROPPED, HEADINGS, isBlock, OPAQUE, SECTIONS, VOID } from './html-tags.ts'
import { iconSign } from './icon-sign.ts'
import { createOpenElements } from './open-elements.ts'
import { isStreamed, placeId, type Streamed } from './place-streamed.ts'

export type TreeBuilder = {
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
  /** See `createOpenElements`. */
  steps: number
}

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
export function createTreeBuilder(
  body: HtmlElement,
  { limits, noscript, header }: { limits: NestingLimits; noscript: boolean; header: boolean },
): TreeBuilder {
  const openElements = createOpenElements(body, limits.steps, dropIfNotText)
  const { top, isOpen } = openElements
  let nodes = 0
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
    work: () => ({ nodes, steps: openElements.steps() }),
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
    if (sign !== '' && !icons.has(top())) icons.set(top(), sign)
    openElements.endParagraph(tag)
    if (OPAQUE.has(tag) && !(noscript && tag === 'noscript')) {
      if (selfClosing && tag === 'svg') return
      if (tag === 'template') addPlace(placeId(attributes['id']))
      opaqueTag = tag
      opaqueDepth = 1
      return
    }
    openElements.endElements(tag)

    if (isTruncated()) return
    // Not built, so it does not count: its text goes to the deepest element.
    if (openElements.depth() > limits.depth) {
      if (!VOID.has(tag)) tooDeep++
      return
    }
    nodes++
    if (isTruncated()) return
    const element: HtmlElement = { tag, attributes, parent: top(), children: [], hasBlock: false }
    if (tag === 'header') headers++
    // A dropped element is opened, so that it ends where a browser ends it, but is not part of the tree.
    if (!DROPPED.has(tag) || mayBeText(element)) append(element)
    if (tag === 'div' && isStreamed(element)) streamed.contents.push(element)
    if (!VOID.has(tag)) openElements.open(element)
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
    if (tag === 'br') top().children.push(emptyElement('br'))
    openElements.close(tag)
  }

  function addText(text: string) {
    if (opaqueTag !== '' || isTruncated()) return
    if (text.length >= MIN_PROSE_CHARACTERS) countDroppedProse(text.trim().length)
    const { children } = top()
    const last = children.length - 1
    if (typeof children[last] === 'string') children[last] += text
    else children.push(text)
  }

  function countDroppedProse(characters: number) {
    const isInHeader = isOpen('header')
    if (isInHeader) headerProse += characters
    if ((isInHeader && !header) || OTHER_DROPPED_SECTIONS.some(isOpen)) droppedProse += characters
  }

  function isTruncated(): boolean {
    return nodes > limits.nodes
  }

  function addPlace(id: string | undefined) {
    if (id === undefined || openElements.depth() > limits.depth || isTruncated()) return
    nodes++
    const place = emptyElement('div')
    append(place)
    streamed.places.set(id, place)
  }

  function emptyElement(tag: string): HtmlElement {
    return { tag, attributes: NO_ATTRIBUTES, parent: top(), children: [], hasBlock: false }
  }

  function append(element: HtmlElement) {
    const parent = top()
    element.hasBlock = isContainer(element.tag, parent)
    parent.children.push(element)
    if (!element.hasBlock && !isBlock(element.tag)) return
    for (let up: HtmlElement | null = parent; up && !up.hasBlock; up = up.parent) up.hasBlock = true
  }

  /**
   * True for dropped elements that are decided about at their end: headers of parts of a page, and panels of Webflow.
   */
  function mayBeText({ tag, attributes }: HtmlElement): boolean {
    if (tag === 'nav') return hasWord(attributes['class'], 'w-dropdown-list')
    if (tag !== 'header') return false
    return header || headers > 1 || PARTS.some(isOpen)
  }

  function dropIfNotText(element: HtmlElement) {
    const siblings = element.parent?.children
    if (DROPPED.has(element.tag) && siblings?.at(-1) === element && !isText(element)) siblings.pop()
  }

  /**
   * A header with the heading of the page, or without one, has an author, a date and buttons; a menu has no sentence.
   */
  function isText(element: HtmlElement): boolean {
    if (element.tag === 'nav') return hasSentence(element)
    if (header) return true
    const heading = firstHeading(element)
    return heading !== null && heading.tag !== 'h1'
  }
}

/** A web component that starts a section of the page or follows a block: it contains blocks, not words of a line. */
function isContainer(tag: string, parent: HtmlElement): boolean {
  const isComponent = tag.includes('-')
  const isInSection = SECTIONS.has(parent.tag) || (parent.hasBlock && parent.tag.includes('-'))
  if (!isComponent || !isInSection) return false
  const previous = parent.children.findLast((child) => typeof child !== 'string' || child.trim() !== '')
  return previous === undefined || (typeof previous !== 'string' && (previous.hasBlock || isBlock(previous.tag)))
}

function firstHeading({ children }: HtmlElement): HtmlElement | null {
  for (const child of children) {
    if (typeof child === 'string') continue
    const heading = HEADINGS.has(child.tag) ? child : firstHeading(child)
    if (heading) return heading
  }
  return null
}
