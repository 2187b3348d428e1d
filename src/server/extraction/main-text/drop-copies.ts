/** Drops text that is on a page several times, such as once for phones and once for computers. */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { headingLevel, isCode, isCodeOrTable, SUMMARY_LEVEL, type Block } from './page-blocks.ts'
import { isDocument, type PageKind } from './page-kind.ts'

/** Shorter blocks, such as "Parameters", may be on a page several times. */
const MIN_COPY_WORDS = 10
/** In another section of a document, a copy has as many blocks around it as its original, the heading among them. */
const MIN_COPY_NEIGHBORS = 3
/** A block is quoted if a quotation is at most this many elements above it. */
const MAX_QUOTE_DISTANCE = 6
/** A block is part of a definition if that is at most this many elements above it. */
const MAX_DEFINITION_DISTANCE = 10

/**
 * Changes `kept`. A document says the same in several sections, such as a warning, and explains the same parameter for
 * several functions. A copy is in the same section, or repeats its heading and more. In technical documentation, which
 * repeats whole sections for several classes, it is in the same section, and a
 * definition has no copies.
 */
export function dropCopies(blocks: readonly Block[], kept: boolean[], kind: PageKind) {
  const firstIndex = new Map<string, number>()
  const sections = isDocument(kind) ? sectionsOf(blocks) : []
  const isTechnical = isDocument(kind) && blocks.some(isCode)
  for (const [index, { text, owner }] of blocks.entries()) {
    if (isDocument(kind) && isWithin(owner, MAX_DEFINITION_DISTANCE, ({ tag }) => tag === 'dd')) continue
    const { heading = '', path = '' } = sections[index] ?? {}
    const inSection = firstIndex.get(`${path}\n${text}`)
    const first = inSection ?? (isTechnical ? undefined : firstIndex.get(`${heading}\n${text}`))
    if (inSection === undefined) firstIndex.set(`${path}\n${text}`, index)
    if (first === undefined) firstIndex.set(`${heading}\n${text}`, index)
    else if (isCopy(blocks, index, first, inSection === undefined ? MIN_COPY_NEIGHBORS : 1)) kept[index] = false
  }
}

/**
 * For each block the heading or term above it, and that with those of the sections around it. Equal if their texts are.
 */
function sectionsOf(blocks: readonly Block[]): { heading: string; path: string }[] {
  const numbers = new Map<string, number>()
  const around: number[] = []
  let section = { heading: '', path: '' }
  return blocks.map((block) => {
    const level = headingLevel(block)
    // "History" above the versions of each function is no heading.
    if (level > 0 && level < SUMMARY_LEVEL) {
      const number = numbers.get(block.text) ?? numbers.size
      numbers.set(block.text, number)
      around.length = Math.min(around.length, level)
      around[level] = number
      section = { heading: String(number), path: around.join() }
    }
    return section
  })
}

/**
 * True for a repeated paragraph with at least `neighbors` blocks around it as its first occurrence has (a copy for
 * mobile or in a second tab), and for one inside a quotation. Other repeated paragraphs stay: a manual may say the same
 * about two settings.
 */
function isCopy(blocks: readonly Block[], index: number, first: number, neighbors: number): boolean {
  const block = blocks[index]
  if (!block || block.words < MIN_COPY_WORDS || isCodeOrTable(block)) return false
  const sameNeighbors = (step: number) => {
    let count = 0
    for (let at = step; count < neighbors; at += step, count++) {
      const neighbor = blocks[index + at]
      if (neighbor === undefined || neighbor.text !== blocks[first + at]?.text) break
    }
    return count
  }
  return sameNeighbors(-1) + sameNeighbors(1) >= neighbors || isWithin(block.owner, MAX_QUOTE_DISTANCE, isQuotation)
}

const isQuotation = ({ tag, attributes }: HtmlElement) =>
  tag === 'blockquote' || /quote/i.test(attributes['class'] ?? '')

/** True if the test is true for the element or one of the elements above it, `distance` elements in all. */
function isWithin(element: HtmlElement, distance: number, test: (element: HtmlElement) => boolean): boolean {
  let up: HtmlElement | null = element
  for (let steps = 0; up && steps < distance; steps++) {
    if (test(up)) return true
    up = up.parent
  }
  return false
}
