/** Measures of a page as a whole and of the ancestors of each element, from which block features are computed. */
import { hintsOf } from './block-hints.ts'
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
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
  /** The element with most prose around it and its ancestors, with the number of steps up from it. */
  stepsAboveCenter: Map<HtmlElement, number>
  ancestries: Map<HtmlElement, Ancestry>
  bodyAncestry: Ancestry
  /** Hints of an element and its ancestors, except those that contain nearly the whole page. */
  inherited: Map<HtmlElement, number>
}

/** An element with a larger share of the words is the page: its names describe no part of it. */
const WHOLE_PAGE_SHARE = 0.85

/**
 * A longer page counts as one of so many words. The main text of every page in the training data has fewer than 50,000
 * characters, so the model takes most of a longer page for comments; a chapter of a manual is twice as long.
 */
export const MAX_PAGE_WORDS = 6_000

export const NO_MEASURE: Measure = { words: 0, linkWords: 0, blocks: 0, images: 0, headings: 0, prose: 0 }

export function describePageShape({ blocks, measures }: PageBlocks, body: HtmlElement, title: string): PageShape {
  const total = measures.get(body) ?? NO_MEASURE
  const inherited = new Map<HtmlElement, number>()
  const repeats = new Map<HtmlElement, number>()
  let articles = 0
  let hasMain = false
  for (const element of measures.keys()) {
    // Parents come before their children in this map.
    const isWholePage = (measures.get(element)?.words ?? 0) > total.words * WHOLE_PAGE_SHARE
    const ownHints = isWholePage ? 0 : hintsOf(element)
    const parentHints = element.parent ? (inherited.get(element.parent) ?? 0) : 0
    inherited.set(element, ownHints | parentHints)
    if (element.tag === 'article') articles++
    if (isMain(element)) hasMain = true
    countRepeats(element, measures, repeats)
  }
  const copies = new Map<string, number>()
  for (const block of blocks) copies.set(block.text, (copies.get(block.text) ?? 0) + 1)
  const stepsAboveCenter = stepsUpFrom(findCenter(blocks, body))
  return {
    blocks,
    measures,
    total,
    articles,
    hasMain,
    copies,
    inherited,
    stepsAboveCenter,
    ancestries: ancestriesOf(measures, { repeats, stepsAboveCenter }),
    bodyAncestry: ancestryOf(body, undefined, { repeats, stepsAboveCenter }),
    firstH1: blocks.findIndex((block) => block.owner.tag === 'h1'),
    titleWords: new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  }
}

/** Facts about an element and its ancestors. */
export type Ancestry = {
  depth: number
  inMain: boolean
  inArticle: boolean
  inAside: boolean
  inForm: boolean
  inList: boolean
  inTable: boolean
  inFigure: boolean
  /** Steps up to `commonElement`, the nearest ancestor that also contains the center. */
  distanceToCommon: number
  commonElement: HtmlElement
  /** The ancestor with the most similar siblings (the nearest of several) and their number. */
  repeatCount: number
  repeatedElement: HtmlElement | null
}

type Context = { repeats: ReadonlyMap<HtmlElement, number>; stepsAboveCenter: ReadonlyMap<HtmlElement, number> }

/** Derives each ancestry from its parent's, because walking up from every block would be quadratic in the depth. */
function ancestriesOf(measures: ReadonlyMap<HtmlElement, Measure>, context: Context): Map<HtmlElement, Ancestry> {
  const ancestries = new Map<HtmlElement, Ancestry>()
  for (const element of measures.keys()) {
    const parent = element.parent ? ancestries.get(element.parent) : undefined
    ancestries.set(element, ancestryOf(element, parent, context))
  }
  return ancestries
}

function ancestryOf(
  element: HtmlElement,
  parent: Ancestry | undefined,
  { repeats, stepsAboveCenter }: Context,
): Ancestry {
  const { tag } = element
  const count = tag === 'p' ? 1 : (repeats.get(element) ?? 1)
  const repeatsMost = count > 1 && count >= (parent?.repeatCount ?? 1)
  // The body contains the center, so every element has a common ancestor with it.
  const containsCenter = stepsAboveCenter.has(element) || !parent
  return {
    depth: (parent?.depth ?? 0) + 1,
    inMain: isMain(element) || (parent?.inMain ?? false),
    inArticle: tag === 'article' || (parent?.inArticle ?? false),
    inAside: tag === 'aside' || (parent?.inAside ?? false),
    inForm: tag === 'form' || (parent?.inForm ?? false),
    inList: tag === 'ul' || tag === 'ol' || (parent?.inList ?? false),
    inTable: tag === 'table' || (parent?.inTable ?? false),
    inFigure: tag === 'figure' || (parent?.inFigure ?? false),
    distanceToCommon: containsCenter ? 0 : parent.distanceToCommon + 1,
    commonElement: containsCenter ? element : parent.commonElement,
    repeatCount: repeatsMost ? count : (parent?.repeatCount ?? 1),
    repeatedElement: repeatsMost ? element : (parent?.repeatedElement ?? null),
  }
}

/** Of the words that a block of prose adds to an ancestor, its parent gets this share. */
const SHARE_PER_STEP = 0.6
/** Ancestors further up, which would get less than one word in so many, get none. */
const WORDS_PER_ADDED_WORD = 40
const MIN_PROSE_WORDS = 10
const MAX_PROSE_LINK_SHARE = 0.3

/** The element with most prose around it: each block of prose adds its words to its ancestors, less with each step. */
function findCenter(blocks: readonly Block[], body: HtmlElement): HtmlElement {
  const scores = new Map<HtmlElement, number>()
  for (const block of blocks) {
    // Unlike `isProse`, with the limit included: the model was trained with both.
    if (block.words < MIN_PROSE_WORDS || block.linkWords > block.words * MAX_PROSE_LINK_SHARE) continue
    let share = block.words
    let up = block.owner.parent
    while (up && share > block.words / WORDS_PER_ADDED_WORD) {
      scores.set(up, (scores.get(up) ?? 0) + share)
      up = up.parent
      share *= SHARE_PER_STEP
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

function stepsUpFrom(element: HtmlElement): Map<HtmlElement, number> {
  const stepsUp = new Map<HtmlElement, number>()
  let steps = 0
  for (let up: HtmlElement | null = element; up; up = up.parent) stepsUp.set(up, steps++)
  return stepsUp
}

function isMain(element: HtmlElement): boolean {
  return element.tag === 'main' || element.attributes['role'] === 'main'
}

/** Records for each child of `element` how many siblings have the same tag and first class, itself included. */
function countRepeats(
  element: HtmlElement,
  measures: ReadonlyMap<HtmlElement, Measure>,
  repeats: Map<HtmlElement, number>,
) {
  const groups = new Map<string, HtmlElement[]>()
  for (const child of element.children) {
    if (typeof child === 'string' || !measures.has(child)) continue
    const key = `${child.tag}.${(child.attributes['class'] ?? '').split(' ', 1)[0] ?? ''}`
    const similar = groups.get(key)
    if (similar) similar.push(child)
    else groups.set(key, [child])
  }
  for (const similar of groups.values()) {
    if (similar.length < 2) continue
    for (const child of similar) repeats.set(child, similar.length)
  }
}
