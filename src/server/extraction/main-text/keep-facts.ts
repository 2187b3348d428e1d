/**
 * Keeps short facts that visitors ask for, which look like the controls around them: prices, terms with their values,
 * and what is above a text in its box, such as a parameter with its type.
 */
import { hasText, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import { isRow } from '#server/extraction/markdown/join-rows.ts'
import { headingLevel, isProse, type Block } from './page-blocks.ts'
import { isDocument, type PageKind } from './page-kind.ts'

/** "€17/mes", "54,40 €", "CHF 12.–"; not "5 kg". */
const PRICE = /(?:[€$£¥₹]|\b(?:CHF|EUR|USD|GBP))\s?\d|\d\s?(?:[€$£¥]|(?:CHF|EUR|USD|GBP|zł|kr)\b)/
/** A price before a reduction, which a style strikes out: "regular-price" (PrestaShop), "old-price", "line-through". */
const OLD_PRICE =
  /(?:^|[\s_-])(?:(?:old|was|regular|strike|compare-at)[_-]?price|price[_-](?:old|was)|line-through)(?:\s|$)/i
/** With more words it is rather a text about prices. */
const MAX_PRICE_WORDS = 12
/** Blocks between the name of a product and its price. */
const MAX_BLOCKS_BELOW_NAME = 3
/** The price of a product on its own page scores more and is below the name, that of another one scores less. */
const MIN_PRICE_SCORE = 0.2
const MAX_BLOCKS_BELOW_TITLE = 12

/** How far up from a block its row is looked for, and from a row the box that it shares with a text. */
const MAX_ROW_DEPTH = 5

const MAIN = new Set(['main', 'article'])
const DEFINITIONS = new Set(['dl'])

/** Changes `kept`. */
export function keepFacts(blocks: readonly Block[], scores: readonly number[], kept: boolean[], kind: PageKind) {
  keepPrices(blocks, scores, kept, kind)
  keepDefinitions(blocks, kept, kind)
  // In a forum, a term is often the author of a post.
  if (!kind.forum) keepTerms(blocks, kept)
  keepRows(blocks, kept)
}

function keepPrices(blocks: readonly Block[], scores: readonly number[], kept: boolean[], kind: PageKind) {
  const title = blocks.findIndex((block) => headingLevel(block) === 1)
  const isBelowTitle = (index: number) => title >= 0 && index > title && index <= title + MAX_BLOCKS_BELOW_TITLE
  for (const [index, block] of blocks.entries()) {
    if (!isFact(block) || block.words > MAX_PRICE_WORDS || !PRICE.test(block.text) || isOldPrice(block)) continue
    const isOfProduct = kind.product && isBelowTitle(index) && (scores[index] ?? 0) >= MIN_PRICE_SCORE
    if (isOfProduct || isBelowKeptName(blocks, kept, index)) kept[index] = true
  }
}

function isOldPrice({ owner, from, to }: Block): boolean {
  const isOld = ({ attributes }: HtmlElement) => OLD_PRICE.test(attributes['class'] ?? '')
  const elements = owner.children.slice(from, to).filter((child) => typeof child === 'object')
  return isOld(owner) || (elements.length > 0 && elements.every(isOld))
}

function isBelowKeptName(blocks: readonly Block[], kept: readonly boolean[], index: number): boolean {
  for (let above = index - 1; above >= Math.max(0, index - MAX_BLOCKS_BELOW_NAME); above--) {
    const block = blocks[above]
    if (!block || isProse(block)) return false
    if (headingLevel(block) > 0) return kept[above] === true
  }
  return false
}

/**
 * Keeps lists of terms and values whole of which something is kept, and on a page that declares no kind all of them in
 * the element of the main text, such as the date and the place of an event.
 */
function keepDefinitions(blocks: readonly Block[], kept: boolean[], kind: PageKind) {
  const [listOf, mainOf] = [createClosest(DEFINITIONS), createClosest(MAIN)]
  const lists = blocks.map(({ owner }) => listOf(owner))
  const mains = isDocument(kind) ? blocks.map(({ owner }) => mainOf(owner)) : []
  const keptLists = new Set(lists.filter((_, index) => kept[index]))
  const keptMains = new Set(mains.filter((_, index) => kept[index]))
  for (const [index, block] of blocks.entries()) {
    const list = lists[index]
    const main = mains[index]
    if (!list || !isFact(block)) continue
    if (keptLists.has(list) || (main && keptMains.has(main))) kept[index] = true
  }
}

/** Keeps the terms above kept definitions, which may be links to the pages of what they name. */
function keepTerms(blocks: readonly Block[], kept: boolean[]) {
  // From the end: a definition may have several terms.
  let hasDefinition = false
  for (let index = blocks.length - 2; index >= 0; index--) {
    const [term, next] = [blocks[index], blocks[index + 1]]
    const list = term?.owner.tag === 'dt' ? term.owner.parent : null
    if (!term || !next || !list) continue
    const isNextTerm = next.owner.tag === 'dt' && next.owner.parent === list
    hasDefinition = isNextTerm ? hasDefinition : kept[index + 1] === true && isDefinitionIn(list, next.owner)
    if (hasDefinition && term.buttonWords === 0) kept[index] = true
  }
}

function isDefinitionIn(list: HtmlElement, owner: HtmlElement): boolean {
  let up: HtmlElement | null = owner
  for (let depth = 0; up && depth <= MAX_ROW_DEPTH; up = up.parent, depth++) {
    if (up.parent === list) return up.tag === 'dd'
  }
  return false
}

/** Keeps a row whole of which a part is kept, or a text below it that is in the same box, which begins with the row. */
function keepRows(blocks: readonly Block[], kept: boolean[]) {
  const rows = Map.groupBy(blocks.keys(), (index) => rowAround(blocks[index]?.owner))
  // Of each element, looked for once.
  const firstContents = new Map<HtmlElement, HtmlNode | undefined>()
  for (const [row, indexes] of rows) {
    if (!row || !indexes.every((index) => blocks[index] && isFact(blocks[index]))) continue
    const next = (indexes.at(-1) ?? 0) + 1
    const isLabel =
      kept[next] === true && blocks[next] !== undefined && beginsBoxOf(row, blocks[next].owner, firstContents)
    if (isLabel || indexes.some((index) => kept[index])) for (const index of indexes) kept[index] = true
  }
}

function rowAround(owner: HtmlElement | undefined): HtmlElement | null {
  let up = owner ?? null
  for (let depth = 0; up && depth <= MAX_ROW_DEPTH; up = up.parent, depth++) if (isRow(up)) return up
  return null
}

/** True if a small element begins with `row` and has `text` in it. */
function beginsBoxOf(
  row: HtmlElement,
  text: HtmlElement,
  firstContents: Map<HtmlElement, HtmlNode | undefined>,
): boolean {
  const around = new Set<HtmlElement>()
  for (let up: HtmlElement | null = text; up && around.size <= MAX_ROW_DEPTH; up = up.parent) around.add(up)
  let box = row
  for (let depth = 0; depth <= MAX_ROW_DEPTH && box.parent; depth++) {
    if (!firstContents.has(box.parent)) {
      const first = box.parent.children.find((child) => hasText(child))
      firstContents.set(box.parent, first)
    }
    if (firstContents.get(box.parent) !== box) return false
    box = box.parent
    if (around.has(box)) return true
  }
  return false
}

const isFact = ({ linkWords, buttonWords }: Block) => linkWords === 0 && buttonWords === 0

/** Finds the nearest element with one of `tags`, each element around a block once. */
function createClosest(tags: ReadonlySet<string>): (element: HtmlElement) => HtmlElement | null {
  const known = new Map<HtmlElement, HtmlElement | null>()
  return (element) => {
    const passed: HtmlElement[] = []
    let up: HtmlElement | null = element
    while (up && !known.has(up) && !tags.has(up.tag)) {
      passed.push(up)
      up = up.parent
    }
    const found = up && (known.get(up) ?? (tags.has(up.tag) ? up : null))
    for (const each of passed) known.set(each, found)
    return found
  }
}
