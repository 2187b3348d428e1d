/** Computes the features of each block of a page: its text, its ancestors, its neighbours. */
import { HINT_GROUPS, hintsOf } from './block-hints.ts'
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { isProse, type Block, type PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'
import { findEvidence, type PageEvidence } from './page-evidence.ts'
import { NO_MEASURE, describePageShape, type PageShape } from './page-shape.ts'
import { countTextSignals, DATE, BOILERPLATE, LEGAL, PRICE, SENTENCE_END_AT_END } from './text-signals.ts'

// A trained model reads the rows by position: numbers and order of the features are those of its training.
/** Ancestors that are described, the block's element included. */
const LEVELS = 6
/** Features of text, position, page, neighbours and ancestry together, and those of evidence. */
const BASE = 72
const EVIDENCE = 18
/** Distance to something that the page does not have. */
const FAR = 99
/** Blocks before and after a block that are summarised as its surroundings. */
const REACH_BLOCKS = 5
/** Longer texts are no titles. */
const MAX_TITLE_CHARACTERS = 200
export const FEATURES = BASE + EVIDENCE + LEVELS * 3 + 2 * HINT_GROUPS

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
  let lastHeading = -1
  for (let from = 0; from < blocks.length; from += size) {
    const batch = blocks.slice(from, from + size)
    const rows = new Float32Array(batch.length * FEATURES)
    for (const [row, block] of batch.entries()) {
      const index = from + row
      if (isHeading(block)) lastHeading = index
      const features = rows.subarray(row * FEATURES, (row + 1) * FEATURES)
      describe(features, block, { index, wordsBefore, lastHeading }, page)
      wordsBefore += block.words
    }
    yield rows
  }
}

/** `lastHeading` is the index of the nearest heading at or before the block, -1 without one. */
type Position = { index: number; wordsBefore: number; lastHeading: number }

function describe(row: Float32Array, block: Block, position: Position, page: Page) {
  let f = 0
  const put = (value: number | boolean) => {
    row[f++] = Number(value)
  }
  describeText(put, block, page)
  describePosition(put, position, page)
  describePage(put, page)
  describeNeighbours(put, position.index, page)
  describeAncestry(put, block, page)
  f = BASE
  describeEvidence(put, block, position, page)
  f = BASE + EVIDENCE
  describeLevels(put, block, page)
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
  put((page.copies.get(text) ?? 1) > 1)
  const unit = unitOf(block)
  put(TEXT_TAGS.indexOf(unit))
  put(unit === 'p')
  put(unit === 'li')
  put(HEADING_TAGS.has(unit) ? Number(unit[1]) : 0)
  put(unit === 'pre' || unit === 'table')
  put(unit === 'td' || unit === 'th' || unit === 'dd' || unit === 'dt')
  put(titleShare(text, page.titleWords))
}

function describePosition(put: Put, { index, wordsBefore, lastHeading }: Position, { blocks, total, firstH1 }: Page) {
  put(index / blocks.length)
  put(wordsBefore / total.words)
  put(lastHeading === -1 ? FAR : index - lastHeading)
  const fromH1 = firstH1 === -1 ? null : index - firstH1
  put(fromH1 === null ? 0 : sideOf(fromH1))
  put(fromH1 === null ? 0 : fromH1 / blocks.length)
}

/** -1 before the first h1, 1 from it on. */
const sideOf = (distance: number) => (distance < 0 ? -1 : 1)

function describePage(put: Put, { blocks, total, articles, hasMain, kind }: Page) {
  put(Math.log1p(total.words))
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

function describeNeighbours(put: Put, index: number, { blocks }: Page) {
  for (const step of [-2, -1, 1, 2]) {
    const neighbour = blocks[index + step]
    put(neighbour ? Math.log1p(neighbour.words) : -1)
    put(neighbour ? neighbour.linkWords / neighbour.words : -1)
  }
  const { prose, links } = summariseAround(blocks, index, REACH_BLOCKS)
  put(prose)
  put(links)
}

function describeAncestry(put: Put, { owner }: Block, page: Page) {
  const { total } = page
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
  put(distanceToCommon)
  put(page.stepsAboveCentre.get(commonElement) ?? FAR)
  put((page.measures.get(commonElement)?.words ?? 0) / total.words)
  put(Math.log1p(repeatCount))
  const item = repeatedElement ? (page.measures.get(repeatedElement) ?? NO_MEASURE) : NO_MEASURE
  put(Math.log1p(item.words))
  put(item.words ? item.linkWords / item.words : -1)
  put(item.images > 0)
  put(item.headings > 0)
  const group = repeatedElement?.parent ? (page.measures.get(repeatedElement.parent) ?? NO_MEASURE) : NO_MEASURE
  put(group.words / total.words)
  put(group.prose / (group.words || 1))
}

/** See page-evidence.ts. */
function describeEvidence(put: Put, { owner, words }: Block, { index }: Position, page: Page) {
  const { evidence, measures, total } = page
  const { structured } = evidence
  const prose = total.prose || 1
  put(structured.shares[index] ?? -1)
  put(structured.sharesAround[index] ?? -1)
  put(Math.log1p(structured.words))
  put(evidence.bodies.get(owner) ?? 0)
  put(evidence.hasBody)
  const nearestArticle = evidence.articles.get(owner)
  const article = nearestArticle ? (measures.get(nearestArticle) ?? NO_MEASURE) : undefined
  put(article ? article.prose / prose : -1)
  put(article ? article.words / total.words : -1)
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

/** The ancestors from the inside out, and the hints in their names. */
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
  const nearest = hintsOf(owner) | (owner.parent ? hintsOf(owner.parent) : 0)
  const all = page.inherited.get(owner) ?? 0
  for (let group = 0; group < HINT_GROUPS; group++) {
    put((all >> group) & 1)
    put((nearest >> group) & 1)
  }
}

const TEXT_TAGS = ['p', 'li', 'div', 'span', 'td', 'th', 'dd', 'dt', 'blockquote', 'section', 'article', 'figcaption']
const HEADING_TAGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function unitOf({ owner, from, to }: Block): string {
  const only = to - from === 1 ? owner.children[from] : undefined
  return typeof only === 'object' && (only.tag === 'pre' || only.tag === 'table') ? only.tag : owner.tag
}

function isHeading(block: Block): boolean {
  return HEADING_TAGS.has(block.owner.tag)
}

function titleShare(text: string, titleWords: ReadonlySet<string>): number {
  if (titleWords.size === 0 || text.length > MAX_TITLE_CHARACTERS) return 0
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => titleWords.has(word)).length / Math.max(words.length, 1)
}

/** Prose and link share of the blocks within `reach` of a block, itself excluded. */
function summariseAround(blocks: readonly Block[], index: number, reach: number): { prose: number; links: number } {
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
