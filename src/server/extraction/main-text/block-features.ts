/**
 * Computes the features of each block of a page: its text, its ancestors, its neighbors. They are the input of a
 * trained model, which reads them by position: their numbers, order and constants are those of its training.
 */
import { HINT_GROUPS, hintsOf } from './block-hints.ts'
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { isProse, type Block, type PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'
import { findEvidence, type PageEvidence } from './page-evidence.ts'
import { MAX_PAGE_WORDS, NO_MEASURE, describePageShape, type PageShape } from './page-shape.ts'
import { countTextSignals, DATE, BOILERPLATE, LEGAL, PRICE, SENTENCE_END_AT_END } from './text-signals.ts'

/** Positions for text, position, page, neighbors and ancestry together. The last six are unused, always 0. */
const BASE_FEATURES = 72
const EVIDENCE_FEATURES = 18
/** Elements described from the block's own outwards. */
const LEVELS = 6
const FEATURES_PER_LEVEL = 3
/** In the names of the block's element and its parent, and of all its ancestors. */
const FEATURES_PER_HINT = 2
/** Numbers per block. */
export const FEATURES =
  BASE_FEATURES + EVIDENCE_FEATURES + LEVELS * FEATURES_PER_LEVEL + HINT_GROUPS * FEATURES_PER_HINT

/** The distance to something that the page does not have. */
const FAR = 99
/** The share of something that the page does not have. */
const NO_SHARE = -1
/** The size of a block before the first or after the last. */
const NO_NEIGHBOR = -1
/** Blocks before and after a block that are summarized as its surroundings. */
const REACH_BLOCKS = 5
/** Longer texts are no titles. */
const MAX_TITLE_CHARACTERS = 200

type Page = PageShape & { kind: PageKind; evidence: PageEvidence }
/** Appends the next feature to a row. */
type Put = (value: number | boolean) => void

/** One row of `FEATURES` numbers per block, concatenated. */
export function describeBlocks(page: PageBlocks, body: HtmlElement, title: string, kind: PageKind): Float32Array {
  const [rows] = describeInBatches(page, body, title, kind, page.blocks.length)
  return rows ?? new Float32Array()
}

/** The same in batches of `size` blocks: the features of 100,000 blocks take more memory than the page. */
export function* describeInBatches(
  pageBlocks: PageBlocks,
  body: HtmlElement,
  title: string,
  kind: PageKind,
  size: number,
): Generator<Float32Array> {
  const shape = describePageShape(pageBlocks, body, title)
  const page = { ...shape, kind, evidence: findEvidence(shape, body, kind) }
  const { blocks } = page
  let wordsBefore = 0
  let lastHeading: number | null = null
  for (let from = 0; from < blocks.length; from += size) {
    const batch = blocks.slice(from, from + size)
    const rows = new Float32Array(batch.length * FEATURES)
    for (const [row, block] of batch.entries()) {
      const index = from + row
      if (isHeading(block)) lastHeading = index
      const features = rows.subarray(row * FEATURES, (row + 1) * FEATURES)
      fillRow(features, block, { index, wordsBefore, lastHeading }, page)
      wordsBefore += block.words
    }
    yield rows
  }
}

/** `lastHeading` is the index of the nearest heading at or before the block. */
type Position = { index: number; wordsBefore: number; lastHeading: number | null }

function fillRow(row: Float32Array, block: Block, position: Position, page: Page) {
  let next = 0
  const put = (value: number | boolean) => {
    row[next++] = Number(value)
  }
  describeText(put, block, page)
  describePosition(put, position, page)
  describePage(put, page)
  describeNeighbors(put, position.index, page)
  describeAncestry(put, block, page)
  next = BASE_FEATURES
  describeEvidence(put, block, position, page)
  next = BASE_FEATURES + EVIDENCE_FEATURES
  describeLevels(put, block, page)
  describeHints(put, block, page)
}

function describeText(put: Put, block: Block, page: Page) {
  const { text, words } = block
  put(Math.log1p(words))
  put(block.linkWords / words)
  put(block.buttonWords / words)
  put(text.length / words)

  const { sentenceEnds, commas, capitals, digits } = countTextSignals(text)
  put(sentenceEnds / words)
  put(commas / words)
  put(SENTENCE_END_AT_END.test(text))
  put(capitals / words)
  put(digits / text.length)
  put(BOILERPLATE.test(text))
  put(LEGAL.test(text))
  // Both patterns need a digit.
  put(digits > 0 && PRICE.test(text))
  put(digits > 0 && DATE.test(text))
  const isRepeated = (page.copies.get(text) ?? 1) > 1
  put(isRepeated)

  const tag = tagOf(block)
  put(TEXT_TAGS.indexOf(tag))
  put(tag === 'p')
  put(tag === 'li')
  const headingLevel = HEADING_TAGS.has(tag) ? Number(tag[1]) : 0
  put(headingLevel)
  put(tag === 'pre' || tag === 'table')
  put(tag === 'td' || tag === 'th' || tag === 'dd' || tag === 'dt')
  put(titleShare(text, page.titleWords))
}

function describePosition(put: Put, { index, wordsBefore, lastHeading }: Position, { blocks, total, firstH1 }: Page) {
  put(index / blocks.length)
  put(wordsBefore / total.words)
  put(lastHeading === null ? FAR : index - lastHeading)
  if (firstH1 === -1) {
    put(0)
    put(0)
  } else {
    const isBeforeH1 = index < firstH1
    put(isBeforeH1 ? -1 : 1)
    put((index - firstH1) / blocks.length)
  }
}

function describePage(put: Put, { blocks, total, articles, hasMain, kind }: Page) {
  put(Math.log1p(Math.min(total.words, MAX_PAGE_WORDS)))
  put(Math.log1p(blocks.length))
  put(total.linkWords / total.words)
  put(total.prose / total.words)
  put(total.images / blocks.length)
  put(Math.log1p(articles))
  put(hasMain)
  put(kind.article)
  put(kind.product)
  put(kind.forum)
  put(kind.listing)
  put(kind.business)
}

function describeNeighbors(put: Put, index: number, { blocks }: Page) {
  for (const step of [-2, -1, 1, 2]) {
    const neighbor = blocks[index + step]
    put(neighbor ? Math.log1p(neighbor.words) : NO_NEIGHBOR)
    put(neighbor ? neighbor.linkWords / neighbor.words : NO_SHARE)
  }
  const { prose, links } = summarizeAround(blocks, index, REACH_BLOCKS)
  put(prose)
  put(links)
}

function describeAncestry(put: Put, { owner }: Block, page: Page) {
  const { total, measures } = page
  const measureOf = (element: HtmlElement | null | undefined) => (element && measures.get(element)) ?? NO_MEASURE
  const ancestry = page.ancestries.get(owner) ?? page.bodyAncestry
  const { repeatCount, repeatedElement, distanceToCommon, commonElement } = ancestry
  put(ancestry.depth)
  put(ancestry.inMain)
  put(ancestry.inArticle)
  put(ancestry.inAside)
  put(ancestry.inForm)
  put(ancestry.inList)
  put(ancestry.inTable)
  put(ancestry.inFigure)

  // The nearest ancestor that also contains the element with most prose around it.
  put(distanceToCommon)
  put(page.stepsAboveCenter.get(commonElement) ?? FAR)
  put(measureOf(commonElement).words / total.words)

  // An item of a list, and the list: the ancestor with the most similar siblings, and its parent.
  put(Math.log1p(repeatCount))
  const item = measureOf(repeatedElement)
  put(Math.log1p(item.words))
  put(item.words ? item.linkWords / item.words : NO_SHARE)
  put(item.images > 0)
  put(item.headings > 0)
  const group = measureOf(repeatedElement?.parent)
  put(group.words / total.words)
  put(group.prose / (group.words || 1))
}

/** What the page says about its main text: see page-evidence.ts. */
function describeEvidence(put: Put, { owner, words }: Block, { index }: Position, page: Page) {
  const { evidence, measures, total } = page
  const { structured } = evidence
  const prose = total.prose || 1
  put(structured.shares[index] ?? NO_SHARE)
  put(structured.sharesAround[index] ?? NO_SHARE)
  put(Math.log1p(structured.words))
  put(evidence.bodies.get(owner) ?? 0)
  put(evidence.hasBody)

  const nearestArticle = evidence.articles.get(owner)
  const article = nearestArticle ? (measures.get(nearestArticle) ?? NO_MEASURE) : undefined
  put(article ? article.prose / prose : NO_SHARE)
  put(article ? article.words / total.words : NO_SHARE)

  const container = measures.get(evidence.container) ?? NO_MEASURE
  put(evidence.inContainer.has(owner))
  put(container.words / total.words)
  put(container.linkWords / (container.words || 1))

  put(evidence.proseBefore[index] ?? 0)
  put(evidence.proseAfter[index] ?? 0)
  put(evidence.sinceSecondary[index] ?? 0)
  put(evidence.secondary[index] ?? 0)
  put(evidence.sinceProse[index] ?? 0)
  put(evidence.untilProse[index] ?? 0)
  put(Math.log1p(evidence.wordsSinceHeading[index] ?? 0))
  put(words / prose)
}

/** The block's element and its ancestors from the inside out. Above the body, the body is repeated. */
function describeLevels(put: Put, { owner }: Block, page: Page) {
  const { total } = page
  let ancestor: HtmlElement = owner
  for (let level = 0; level < LEVELS; level++) {
    const measure = page.measures.get(ancestor) ?? NO_MEASURE
    put(measure.words / total.words)
    put(measure.words ? measure.linkWords / measure.words : 0)
    put(Math.log1p(measure.words / (measure.blocks || 1)))
    if (ancestor.parent) ancestor = ancestor.parent
  }
}

/** Which groups of hints are in the names of the block's elements: see block-hints.ts. */
function describeHints(put: Put, { owner }: Block, page: Page) {
  const nearest = hintsOf(owner) | (owner.parent ? hintsOf(owner.parent) : 0)
  const all = page.inherited.get(owner) ?? 0
  for (let group = 0; group < HINT_GROUPS; group++) {
    put((all >> group) & 1)
    put((nearest >> group) & 1)
  }
}

const TEXT_TAGS = ['p', 'li', 'div', 'span', 'td', 'th', 'dd', 'dt', 'blockquote', 'section', 'article', 'figcaption']
const HEADING_TAGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** The tag of the block's element, or of the code block or table that is the whole block. */
function tagOf({ owner, from, to }: Block): string {
  const only = to - from === 1 ? owner.children[from] : undefined
  return typeof only === 'object' && (only.tag === 'pre' || only.tag === 'table') ? only.tag : owner.tag
}

function isHeading(block: Block): boolean {
  return HEADING_TAGS.has(block.owner.tag)
}

/** The share of the words of a text that are in the title. */
function titleShare(text: string, titleWords: ReadonlySet<string>): number {
  if (titleWords.size === 0 || text.length > MAX_TITLE_CHARACTERS) return 0
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => titleWords.has(word)).length / Math.max(words.length, 1)
}

/** Prose and link share of the blocks within `reach` of a block, itself excluded. */
function summarizeAround(blocks: readonly Block[], index: number, reach: number): { prose: number; links: number } {
  let words = 0
  let links = 0
  let prose = 0
  for (let near = Math.max(0, index - reach); near <= Math.min(blocks.length - 1, index + reach); near++) {
    const block = blocks[near]
    if (!block || near === index) continue
    words += block.words
    links += block.linkWords
    if (isProse(block)) prose += block.words
  }
  return { prose: Math.log1p(prose), links: words ? links / words : 0 }
}
