/**
 * Features of each block from the first scores of the page: how its neighbors, its ancestors and the blocks at the same
 * place of similar elements were scored. A second model scores the blocks by them again, so that the cards of a list or
 * the paragraphs of an article are kept or dropped together.
 */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import type { Block, PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'
import { MAX_PAGE_WORDS } from './page-shape.ts'
import { PRICE } from './text-signals.ts'

/** The block's element and the ancestors above it. */
const LEVELS = 7
/** The blocks whose scores are features, in steps from the block. */
const NEIGHBORS = [-3, -2, -1, 1, 2, 3]
/** Blocks before and after a block whose scores are averaged. */
const REACHES = [5, 15, Infinity]
const OWN_SCORE_FEATURES = 1
const SIMILAR_FEATURES = 4
const PAGE_FEATURES = 9
const BLOCK_FEATURES = 12
/** Numbers per block. */
export const CONTEXT_FEATURES =
  OWN_SCORE_FEATURES +
  NEIGHBORS.length +
  2 * REACHES.length +
  2 * LEVELS +
  SIMILAR_FEATURES +
  PAGE_FEATURES +
  BLOCK_FEATURES
/** Scores above these. */
const LIKELY = 0.7
const SURE = 0.9
/** A shorter block is no sign that the main text is near. */
const MIN_LIKELY_WORDS = 8
/** The score of a block before the first or after the last. */
const NO_SCORE = -1
/** Distance to something that the page does not have. */
const FAR = 99

/** Sums of words, and of words times score. */
type Sums = { words: number; scored: number }

/** Rows of `CONTEXT_FEATURES` numbers in batches of `size` blocks. Linear in the number of blocks and elements. */
export function* describeContext(
  { blocks, measures }: PageBlocks,
  scores: readonly number[],
  kind: PageKind,
  size: number,
): Generator<Float32Array> {
  const page = describePage({ blocks, measures }, scores, kind)
  for (let from = 0; from < blocks.length; from += size) {
    const batch = blocks.slice(from, from + size)
    const rows = new Float32Array(batch.length * CONTEXT_FEATURES)
    for (const [row, block] of batch.entries()) {
      const features = rows.subarray(row * CONTEXT_FEATURES, (row + 1) * CONTEXT_FEATURES)
      fillRow(features, block, from + row, page)
    }
    yield rows
  }
}

type Page = {
  blocks: readonly Block[]
  scores: readonly number[]
  kind: PageKind
  /** Of the blocks before each index; the last value is of the whole page. */
  words: Float64Array
  scored: Float64Array
  inElements: Map<HtmlElement, Sums>
  /** By the names of the element and its parent, and of three ancestors. */
  near: Sums[]
  far: Sums[]
  wordsAbove: Float64Array
  sureWords: number
  best: number
  /** Blocks since and until the nearest one that is likely main text. */
  sinceLikely: number[]
  untilLikely: number[]
}

/** What the rows of all blocks need. */
function describePage({ blocks, measures }: PageBlocks, scores: readonly number[], kind: PageKind): Page {
  const likely = blocks.map(({ words }, index) => words >= MIN_LIKELY_WORDS && (scores[index] ?? 0) > LIKELY)
  return {
    blocks,
    scores,
    kind,
    ...runningSums(blocks, scores),
    inElements: sumByElement(blocks, [...measures.keys()], scores),
    near: sumByPath(blocks, scores, 1),
    far: sumByPath(blocks, scores, 3),
    wordsAbove: wordsAbove(blocks, scores),
    sureWords: blocks.reduce((sum, { words }, index) => sum + ((scores[index] ?? 0) > SURE ? words : 0), 0),
    best: scores.reduce((best, score) => Math.max(best, score), 0),
    sinceLikely: distances(likely),
    untilLikely: distances(likely.toReversed()).reverse(),
  }
}

/** Appends the next feature to a row. The model reads them by position: their order is that of its training. */
type Put = (value: number | boolean) => void

function fillRow(row: Float32Array, block: Block, index: number, page: Page) {
  let next = 0
  const put = (value: number | boolean) => {
    row[next++] = Number(value)
  }
  const total = { words: page.words.at(-1) ?? 0, scored: page.scored.at(-1) ?? 0 }
  put(page.scores[index] ?? 0)
  putNeighbors(put, index, page)
  putAncestors(put, block, page, total)
  putSums(put, page.near[index] ?? NONE, total)
  putSums(put, page.far[index] ?? NONE, total)
  putScoresOfPage(put, index, page, total)
  putBlock(put, block, index, page, total)
}

function putNeighbors(put: Put, index: number, page: Page) {
  for (const step of NEIGHBORS) put(page.scores[index + step] ?? NO_SCORE)
  for (const reach of REACHES) {
    put(meanBetween(page, index - reach, index))
    put(meanBetween(page, index + 1, index + 1 + reach))
  }
}

/** The block's element and its ancestors from the inside out. Above the body, the body is repeated. */
function putAncestors(put: Put, { owner }: Block, page: Page, total: Sums) {
  let ancestor: HtmlElement = owner
  for (let level = 0; level < LEVELS; level++) {
    putSums(put, page.inElements.get(ancestor) ?? NONE, total)
    if (ancestor.parent) ancestor = ancestor.parent
  }
}

/** The mean score of some blocks, and their share of the scores of the page. */
function putSums(put: Put, { words, scored }: Sums, total: Sums) {
  put(scored / (words || 1))
  put(scored / (total.scored || 1))
}

function putScoresOfPage(put: Put, index: number, page: Page, total: Sums) {
  const above = page.wordsAbove[index] ?? 0
  put(above / (total.words || 1))
  put(above / (total.scored || 1))
  put(Math.log1p(Math.min(above, MAX_PAGE_WORDS)))
  put(total.scored / (total.words || 1))
  put(Math.log1p(Math.min(total.scored, MAX_PAGE_WORDS)))
  put(page.sureWords / (total.scored || 1))
  put(page.best)
  put(page.sinceLikely[index] ?? FAR)
  put(page.untilLikely[index] ?? FAR)
}

function putBlock(put: Put, block: Block, index: number, { blocks, kind }: Page, total: Sums) {
  const { text, words, linkWords, buttonWords } = block
  put(Math.log1p(words))
  put(linkWords / words)
  put(buttonWords / words)
  put(Math.log1p(Math.min(total.words, MAX_PAGE_WORDS)))
  put(Math.log1p(blocks.length))
  put(index / blocks.length)
  put(kind.article)
  put(kind.product)
  put(kind.forum)
  put(kind.listing)
  put(kind.business)
  put(PRICE.test(text))
}

const NONE: Sums = { words: 0, scored: 0 }

function add(sums: Sums, words: number, scored: number) {
  sums.words += words
  sums.scored += scored
}

function runningSums(blocks: readonly Block[], scores: readonly number[]) {
  const words = new Float64Array(blocks.length + 1)
  const scored = new Float64Array(blocks.length + 1)
  for (const [index, block] of blocks.entries()) {
    words[index + 1] = (words[index] ?? 0) + block.words
    scored[index + 1] = (scored[index] ?? 0) + block.words * (scores[index] ?? 0)
  }
  return { words, scored }
}

/** The mean score of the blocks from `from` up to `to`, exclusive; 0.2 without any. */
function meanBetween({ words, scored }: Page, from: number, to: number): number {
  const first = Math.max(0, from)
  const last = Math.min(words.length - 1, to)
  const wordsBetween = (words[last] ?? 0) - (words[first] ?? 0)
  const scoredBetween = (scored[last] ?? 0) - (scored[first] ?? 0)
  return (scoredBetween + 0.01) / (wordsBetween + 0.05)
}

/** The sums of all blocks inside each element. `elements` lists parents before children. */
function sumByElement(
  blocks: readonly Block[],
  elements: readonly HtmlElement[],
  scores: readonly number[],
): Map<HtmlElement, Sums> {
  const byElement = new Map(elements.map((element) => [element, { ...NONE }]))
  for (const [index, { owner, words }] of blocks.entries()) {
    const sums = byElement.get(owner)
    if (sums) add(sums, words, words * (scores[index] ?? 0))
  }
  // Children first: their sums are complete before their parent takes them over.
  for (const element of elements.toReversed()) {
    const own = byElement.get(element)
    const ofParent = element.parent && byElement.get(element.parent)
    if (own && ofParent) add(ofParent, own.words, own.scored)
  }
  return byElement
}

/**
 * For each block, the sums of all blocks whose elements and `ancestors` above them have the same tags and first
 * classes.
 */
function sumByPath(blocks: readonly Block[], scores: readonly number[], ancestors: number): Sums[] {
  const byPath = new Map<string, Sums>()
  const byOwner = new Map<HtmlElement, Sums>()
  return blocks.map(({ owner, words }, index) => {
    let sums = byOwner.get(owner)
    if (!sums) {
      const path = pathOf(owner, ancestors)
      sums = byPath.get(path) ?? { ...NONE }
      byPath.set(path, sums)
      byOwner.set(owner, sums)
    }
    add(sums, words, words * (scores[index] ?? 0))
    return sums
  })
}

const MAX_CLASS_CHARACTERS = 100

function pathOf(element: HtmlElement, ancestors: number): string {
  let path = ''
  let up: HtmlElement | null = element
  for (let level = 0; level <= ancestors && up; level++) {
    const classes = (up.attributes['class'] ?? '').slice(0, MAX_CLASS_CHARACTERS)
    path += `${up.tag}.${classes.split(' ', 1)[0]}>`
    up = up.parent
  }
  return path
}

/** For each block, the words of the blocks with a higher score. */
function wordsAbove(blocks: readonly Block[], scores: readonly number[]): Float64Array {
  const order = Uint32Array.from(blocks.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  const above = new Float64Array(blocks.length)
  let words = 0
  for (const index of order) {
    above[index] = words
    words += blocks[index]?.words ?? 0
  }
  return above
}

/** Steps back from each position to the last earlier one that is true. */
function distances(values: readonly boolean[]): number[] {
  let last = -Infinity
  return values.map((value, index) => {
    const distance = Math.min(FAR, index - last)
    if (value) last = index
    return distance
  })
}
