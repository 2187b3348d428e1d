/** What a page looks like as a whole, and what holds each of its elements: the ground for describing its blocks. */
import { hintsOf } from './block-hints.ts'
import type { HtmlElement } from './html-element.ts'
import type { Block, Measure, PageBlocks } from './page-blocks.ts'

export type PageShape = {
  blocks: Block[]
  measures: Map<HtmlElement, Measure>
  total: Measure
  firstH1: number
  articles: number
  hasMain: boolean
  titleWords: Set<string>
  copies: Map<string, number>
  centreChain: Map<HtmlElement, number>
  holders: Map<HtmlElement, Holder>
  bodyHolder: Holder
  /** Hints of an element and of all that hold it, but not of what holds nearly the whole page. */
  inherited: Map<HtmlElement, number>
}

export const NO_MEASURE: Measure = { words: 0, linkWords: 0, blocks: 0, images: 0, headings: 0, prose: 0 }

export function shapeOf({ blocks, measures }: PageBlocks, body: HtmlElement, title: string): PageShape {
  const total = measures.get(body) ?? NO_MEASURE
  const inherited = new Map<HtmlElement, number>()
  const repeats = new Map<HtmlElement, number>()
  let articles = 0
  let hasMain = false
  for (const element of measures.keys()) {
    // An element comes after the one that holds it: the map was filled from the top down.
    const own = (measures.get(element)?.words ?? 0) > total.words * 0.85 ? 0 : hintsOf(element)
    inherited.set(element, own | (element.parent ? (inherited.get(element.parent) ?? 0) : 0))
    if (element.tag === 'article') articles++
    if (isMain(element)) hasMain = true
    countRepeats(element, measures, repeats)
  }
  const copies = new Map<string, number>()
  for (const block of blocks) copies.set(block.text, (copies.get(block.text) ?? 0) + 1)
  const centreChain = chainOf(findCentre(blocks, body))
  return {
    blocks,
    measures,
    total,
    articles,
    hasMain,
    copies,
    inherited,
    centreChain,
    holders: holdersOf(measures, { repeats, centreChain }),
    bodyHolder: holderOf(body, undefined, { repeats, centreChain }),
    firstH1: blocks.findIndex((block) => block.owner.tag === 'h1'),
    titleWords: new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  }
}

/** What an element is in, itself included. */
export type Holder = {
  depth: number
  inMain: boolean
  inArticle: boolean
  inAside: boolean
  inForm: boolean
  inList: boolean
  inTable: boolean
  inFigure: boolean
  /** How far up, and which, the first element is that also holds the centre. */
  common: number
  commonElement: HtmlElement
  /** The element around it that has the most siblings like it, the nearest of several, and how many there are. */
  repeat: number
  repeated: HtmlElement | null
}

type Around = { repeats: ReadonlyMap<HtmlElement, number>; centreChain: ReadonlyMap<HtmlElement, number> }

/** For every measured element, each from the one that holds it: a page nests deep, and its blocks are many. */
function holdersOf(measures: ReadonlyMap<HtmlElement, Measure>, around: Around): Map<HtmlElement, Holder> {
  const holders = new Map<HtmlElement, Holder>()
  for (const element of measures.keys()) {
    holders.set(element, holderOf(element, element.parent ? holders.get(element.parent) : undefined, around))
  }
  return holders
}

function holderOf(element: HtmlElement, outer: Holder | undefined, { repeats, centreChain }: Around): Holder {
  const { tag } = element
  const times = tag === 'p' ? 1 : (repeats.get(element) ?? 1)
  const own = times > 1 && times >= (outer?.repeat ?? 1)
  // The body holds the centre, so that every element below has one that does.
  const central = centreChain.has(element) || !outer
  return {
    depth: (outer?.depth ?? 0) + 1,
    inMain: isMain(element) || (outer?.inMain ?? false),
    inArticle: tag === 'article' || (outer?.inArticle ?? false),
    inAside: tag === 'aside' || (outer?.inAside ?? false),
    inForm: tag === 'form' || (outer?.inForm ?? false),
    inList: tag === 'ul' || tag === 'ol' || (outer?.inList ?? false),
    inTable: tag === 'table' || (outer?.inTable ?? false),
    inFigure: tag === 'figure' || (outer?.inFigure ?? false),
    common: central ? 0 : outer.common + 1,
    commonElement: central ? element : outer.commonElement,
    repeat: own ? times : (outer?.repeat ?? 1),
    repeated: own ? element : (outer?.repeated ?? null),
  }
}

/** The element around which the prose gathers: each block of prose counts for what holds it, the nearer the more. */
function findCentre(blocks: readonly Block[], body: HtmlElement): HtmlElement {
  const scores = new Map<HtmlElement, number>()
  for (const block of blocks) {
    if (block.words < 10 || block.linkWords > block.words * 0.3) continue
    let share = block.words
    for (
      let up: HtmlElement | null = block.owner.parent;
      up && share > block.words / 40;
      up = up.parent, share *= 0.6
    ) {
      scores.set(up, (scores.get(up) ?? 0) + share)
    }
  }
  let best = body
  let most = 0
  for (const [element, score] of scores) {
    if (score > most) {
      best = element
      most = score
    }
  }
  return best
}

function chainOf(element: HtmlElement): Map<HtmlElement, number> {
  const chain = new Map<HtmlElement, number>()
  for (let up: HtmlElement | null = element, steps = 0; up; up = up.parent, steps++) chain.set(up, steps)
  return chain
}

function isMain(element: HtmlElement): boolean {
  return element.tag === 'main' || element.attributes['role'] === 'main'
}

/** Notes for each child of `element` how many of its siblings look the same. */
function countRepeats(
  element: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measure>,
  repeats: Map<HtmlElement, number>,
) {
  const kinds = new Map<string, HtmlElement[]>()
  for (const child of element.children) {
    if (typeof child === 'string' || !measures.has(child)) continue
    const kind = `${child.tag}.${(child.attributes['class'] ?? '').split(' ', 1)[0] ?? ''}`
    const alike = kinds.get(kind)
    if (alike) alike.push(child)
    else kinds.set(kind, [child])
  }
  for (const alike of kinds.values()) if (alike.length > 1) for (const child of alike) repeats.set(child, alike.length)
}
