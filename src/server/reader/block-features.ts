/** Describes each block of a page in numbers: what it looks like, what holds it, what stands around it. */
import { HINT_GROUPS, hintsOf } from './block-hints.ts'
import type { HtmlElement } from './html-tree.ts'
import type { Block, Measure, PageBlocks } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'

const LEVELS = 6
const BASE = 72
export const FEATURES = BASE + LEVELS * 3 + 2 * HINT_GROUPS

/** One row of `FEATURES` numbers for each block, one after the other. */
export function describeBlocks(
  { blocks, measures }: PageBlocks,
  body: HtmlElement,
  title: string,
  kind: PageKind,
): Float32Array {
  const rows = new Float32Array(blocks.length * FEATURES)
  const page = { ...describePage(blocks, measures, body, title), kind }
  let wordsBefore = 0
  let lastHeading = -1
  for (const [at, block] of blocks.entries()) {
    if (isHeading(block)) lastHeading = at
    describe(rows.subarray(at * FEATURES, (at + 1) * FEATURES), block, at, wordsBefore, lastHeading, page)
    wordsBefore += block.words
  }
  return rows
}

type Page = {
  kind: PageKind
  blocks: Block[]
  measures: Map<HtmlElement, Measure>
  total: Measure
  firstH1: number
  articles: number
  hasMain: boolean
  titleWords: Set<string>
  copies: Map<string, number>
  centre: HtmlElement
  centreChain: Map<HtmlElement, number>
  /** Hints of an element and of all that hold it, but not of what holds nearly the whole page. */
  inherited: Map<HtmlElement, number>
  repeats: Map<HtmlElement, number>
}

const EMPTY: Measure = { words: 0, linkWords: 0, blocks: 0, images: 0, headings: 0, prose: 0 }

function describePage(
  blocks: Block[],
  measures: Map<HtmlElement, Measure>,
  body: HtmlElement,
  title: string,
): Omit<Page, 'kind'> {
  const total = measures.get(body) ?? EMPTY
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
  const centre = findCentre(blocks, body)
  return {
    blocks,
    measures,
    total,
    articles,
    hasMain,
    copies,
    centre,
    inherited,
    repeats,
    firstH1: blocks.findIndex((block) => block.owner.tag === 'h1'),
    titleWords: new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
    centreChain: chainOf(centre),
  }
}

function describe(row: Float32Array, block: Block, at: number, wordsBefore: number, lastHeading: number, page: Page) {
  const { text, words, owner } = block
  const { total, blocks } = page
  let f = 0
  const put = (value: number | boolean) => {
    row[f++] = Number(value)
  }

  // The block itself.
  put(Math.log1p(words))
  put(block.linkWords / words)
  put(block.buttonWords / words)
  put(text.length / words)
  put(count(text, SENTENCE_END) / words)
  put(count(text, COMMA) / words)
  put(SENTENCE_END_AT_END.test(text))
  put(count(text, CAPITAL) / words)
  put(count(text, DIGIT) / text.length)
  put(FURNITURE.test(text))
  put(LEGAL.test(text))
  put(PRICE.test(text))
  put(DATE.test(text))
  put((page.copies.get(text) ?? 1) > 1)
  const unit = unitOf(block)
  put(TEXT_TAGS.indexOf(unit))
  put(unit === 'p')
  put(unit === 'li')
  put(HEADING_TAGS.has(unit) ? Number(unit[1]) : 0)
  put(unit === 'pre' || unit === 'table')
  put(unit === 'td' || unit === 'th' || unit === 'dd' || unit === 'dt')
  put(titleShare(text, page.titleWords))

  // Where it stands.
  put(at / blocks.length)
  put(wordsBefore / total.words)
  put(lastHeading < 0 ? 99 : at - lastHeading)
  put(page.firstH1 < 0 ? 0 : at < page.firstH1 ? -1 : 1)
  put(page.firstH1 < 0 ? 0 : (at - page.firstH1) / blocks.length)

  // The page.
  put(Math.log1p(total.words))
  put(Math.log1p(blocks.length))
  put(total.linkWords / total.words)
  put(total.prose / total.words)
  put(total.images / blocks.length)
  put(Math.log1p(page.articles))
  put(page.hasMain)
  put(page.kind.article)
  put(page.kind.product)
  put(page.kind.forum)
  put(page.kind.listing)
  put(page.kind.place)

  // What stands around it.
  for (const step of [-2, -1, 1, 2]) {
    const near = blocks[at + step]
    put(near ? Math.log1p(near.words) : -1)
    put(near ? near.linkWords / near.words : -1)
  }
  put(near(blocks, at, 5).prose)
  put(near(blocks, at, 5).links)

  // What holds it.
  let depth = 0
  let inMain = false
  let inArticle = false
  let inAside = false
  let inForm = false
  let inList = false
  let inTable = false
  let inFigure = false
  let common = -1
  let repeat = 1
  let repeated: HtmlElement | null = null
  for (let up: HtmlElement | null = owner; up; up = up.parent, depth++) {
    inMain ||= isMain(up)
    inArticle ||= up.tag === 'article'
    inAside ||= up.tag === 'aside'
    inForm ||= up.tag === 'form'
    inList ||= up.tag === 'ul' || up.tag === 'ol'
    inTable ||= up.tag === 'table'
    inFigure ||= up.tag === 'figure'
    if (common < 0 && page.centreChain.has(up)) common = depth
    const times = page.repeats.get(up) ?? 1
    if (times > repeat && up.tag !== 'p') {
      repeat = times
      repeated = up
    }
  }
  put(depth)
  put(inMain)
  put(inArticle)
  put(inAside)
  put(inForm)
  put(inList)
  put(inTable)
  put(inFigure)
  const commonElement = ancestor(owner, common)
  put(common)
  put(page.centreChain.get(commonElement) ?? 99)
  put((page.measures.get(commonElement)?.words ?? 0) / total.words)
  put(Math.log1p(repeat))
  const item = repeated ? (page.measures.get(repeated) ?? EMPTY) : EMPTY
  put(Math.log1p(item.words))
  put(item.words ? item.linkWords / item.words : -1)
  put(item.images > 0)
  put(item.headings > 0)
  const group = repeated?.parent ? (page.measures.get(repeated.parent) ?? EMPTY) : EMPTY
  put(group.words / total.words)
  put(group.prose / (group.words || 1))

  f = BASE
  let holder: HtmlElement = owner
  for (let level = 0; level < LEVELS; level++) {
    const measure = page.measures.get(holder) ?? EMPTY
    put(measure.words / total.words)
    put(measure.words ? measure.linkWords / measure.words : 0)
    put(Math.log1p(measure.words / (measure.blocks || 1)))
    if (holder.parent) holder = holder.parent
  }
  const near1 = hintsOf(owner) | (owner.parent ? hintsOf(owner.parent) : 0)
  const all = page.inherited.get(owner) ?? 0
  for (let group = 0; group < HINT_GROUPS; group++) {
    put((all >> group) & 1)
    put((near1 >> group) & 1)
  }
}

const SENTENCE_END = /[.!?。！？]/g
const SENTENCE_END_AT_END = /[.!?:。！？…]["'”’)]?$/
const COMMA = /[,;、，]/g
const CAPITAL = /(?:^|\s)\p{Lu}/gu
const DIGIT = /\d/g
const PRICE = /[$€£¥₹]\s?\d|\d\s?(?:€|£|USD|EUR|zł|kr)\b/
const DATE = /\b(?:19|20)\d\d\b|\b\d{1,2}[/.:]\d{2}\b/
const LEGAL = /©|all rights reserved|terms of (?:use|service)|privacy policy|cookie/i
const FURNITURE =
  /^(?:share|reply|like|quote|report|log ?in|sign ?(?:in|up)|register|subscribe|follow|read more|show more|view more|see all|view all|learn more|load more|next|previous|back|home|menu|search|close|skip|add to|quick view|sort|filter|loading|you (?:may|might) also|related|recommended|advertisement|sponsored|comments?|leave a|posted in|tags?|categor|print|e-?mail|download|click|shop now|buy now|customers)/i
const TEXT_TAGS = ['p', 'li', 'div', 'span', 'td', 'th', 'dd', 'dt', 'blockquote', 'section', 'article', 'figcaption']
const HEADING_TAGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function unitOf({ owner, from, to }: Block): string {
  const only = to - from === 1 ? owner.children[from] : undefined
  return typeof only === 'object' && (only.tag === 'pre' || only.tag === 'table') ? only.tag : owner.tag
}

function isHeading(block: Block): boolean {
  return HEADING_TAGS.has(block.owner.tag)
}

function isMain(element: HtmlElement): boolean {
  return element.tag === 'main' || element.attributes['role'] === 'main'
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
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

function ancestor(element: HtmlElement, steps: number): HtmlElement {
  let at = element
  for (let left = steps; left > 0 && at.parent; left--) at = at.parent
  return at
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
