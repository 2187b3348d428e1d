/** Describes each block of a page in numbers: what it looks like, what holds it, what stands around it. */
import { HINT_GROUPS, hintsOf } from './block-hints.ts'
import type { HtmlElement } from './html-element.ts'
import type { Block, PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'
import { NO_MEASURE, shapeOf, type PageShape } from './page-shape.ts'
import { countSigns, DATE, FURNITURE, LEGAL, PRICE, SENTENCE_END_AT_END } from './text-signs.ts'

const LEVELS = 6
const BASE = 72
export const FEATURES = BASE + LEVELS * 3 + 2 * HINT_GROUPS

type Page = PageShape & { kind: PageKind }
/** Writes the next number of a row. */
type Put = (value: number | boolean) => void

/** One row of `FEATURES` numbers for each block, one after the other. */
export function describeBlocks(page: PageBlocks, body: HtmlElement, title: string, kind: PageKind): Float32Array {
  const [rows] = describeInBatches(page, body, title, kind, page.blocks.length)
  return rows ?? new Float32Array()
}

/** The same, `size` blocks at a time: the numbers of a page of 100,000 blocks take more room than the page. */
export function* describeInBatches(
  pageBlocks: PageBlocks,
  body: HtmlElement,
  title: string,
  kind: PageKind,
  size: number,
): Generator<Float32Array> {
  const page = { ...shapeOf(pageBlocks, body, title), kind }
  const { blocks } = page
  let wordsBefore = 0
  let lastHeading = -1
  for (let from = 0; from < blocks.length; from += size) {
    const batch = blocks.slice(from, from + size)
    const rows = new Float32Array(batch.length * FEATURES)
    for (const [place, block] of batch.entries()) {
      const at = from + place
      if (isHeading(block)) lastHeading = at
      describe(rows.subarray(place * FEATURES, (place + 1) * FEATURES), block, at, wordsBefore, lastHeading, page)
      wordsBefore += block.words
    }
    yield rows
  }
}

function describe(row: Float32Array, block: Block, at: number, wordsBefore: number, lastHeading: number, page: Page) {
  let f = 0
  const put = (value: number | boolean) => {
    row[f++] = Number(value)
  }
  describeItself(put, block, page)
  describePlace(put, at, wordsBefore, lastHeading, page)
  describePage(put, page)
  describeNeighbours(put, at, page)
  describeHolder(put, block, page)
  f = BASE
  describeLevels(put, block, page)
}

function describeItself(put: Put, block: Block, page: Page) {
  const { text, words } = block
  put(Math.log1p(words))
  put(block.linkWords / words)
  put(block.buttonWords / words)
  put(text.length / words)
  const { sentenceEnds, commas, capitals, digits } = countSigns(text)
  put(sentenceEnds / words)
  put(commas / words)
  put(SENTENCE_END_AT_END.test(text))
  put(capitals / words)
  put(digits / text.length)
  put(FURNITURE.test(text))
  put(LEGAL.test(text))
  // Neither is without a digit.
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

function describePlace(put: Put, at: number, wordsBefore: number, lastHeading: number, { blocks, total, firstH1 }: Page) {
  put(at / blocks.length)
  put(wordsBefore / total.words)
  put(lastHeading < 0 ? 99 : at - lastHeading)
  put(firstH1 < 0 ? 0 : at < firstH1 ? -1 : 1)
  put(firstH1 < 0 ? 0 : (at - firstH1) / blocks.length)
}

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
  put(kind.place)
}

function describeNeighbours(put: Put, at: number, { blocks }: Page) {
  for (const step of [-2, -1, 1, 2]) {
    const near = blocks[at + step]
    put(near ? Math.log1p(near.words) : -1)
    put(near ? near.linkWords / near.words : -1)
  }
  const { prose, links } = near(blocks, at, 5)
  put(prose)
  put(links)
}

function describeHolder(put: Put, { owner }: Block, page: Page) {
  const { total } = page
  const held = page.holders.get(owner) ?? page.bodyHolder
  const { repeat, repeated, common, commonElement } = held
  put(held.depth)
  put(held.inMain)
  put(held.inArticle)
  put(held.inAside)
  put(held.inForm)
  put(held.inList)
  put(held.inTable)
  put(held.inFigure)
  put(common)
  put(page.centreChain.get(commonElement) ?? 99)
  put((page.measures.get(commonElement)?.words ?? 0) / total.words)
  put(Math.log1p(repeat))
  const item = repeated ? (page.measures.get(repeated) ?? NO_MEASURE) : NO_MEASURE
  put(Math.log1p(item.words))
  put(item.words ? item.linkWords / item.words : -1)
  put(item.images > 0)
  put(item.headings > 0)
  const group = repeated?.parent ? (page.measures.get(repeated.parent) ?? NO_MEASURE) : NO_MEASURE
  put(group.words / total.words)
  put(group.prose / (group.words || 1))
}

/** The elements around it, from the inside out, and what their names hint at. */
function describeLevels(put: Put, { owner }: Block, page: Page) {
  const { total } = page
  let holder: HtmlElement = owner
  for (let level = 0; level < LEVELS; level++) {
    const measure = page.measures.get(holder) ?? NO_MEASURE
    put(measure.words / total.words)
    put(measure.words ? measure.linkWords / measure.words : 0)
    put(Math.log1p(measure.words / (measure.blocks || 1)))
    if (holder.parent) holder = holder.parent
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
  if (titleWords.size === 0 || text.length > 200) return 0
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => titleWords.has(word)).length / Math.max(words.length, 1)
}

function near(blocks: readonly Block[], at: number, reach: number): { prose: number; links: number } {
  let words = 0
  let links = 0
  let prose = 0
  for (let step = Math.max(0, at - reach); step <= Math.min(blocks.length - 1, at + reach); step++) {
    const block = blocks[step]
    if (!block || step === at) continue
    words += block.words
    links += block.linkWords
    if (block.words >= 10 && block.linkWords < block.words * 0.3) prose += block.words
  }
  return { prose: Math.log1p(prose), links: words ? links / words : 0 }
}
