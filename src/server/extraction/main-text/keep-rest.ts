/** Keeps the rest of a document of which most is kept: manuals have no teasers. */
import type { HtmlElement } from '#server/extraction/html/html-element.ts'
import { elementsWithin, smallestContainer } from './container.ts'
import { headingLevel, isCodeOrTable, TERM_LEVEL, type Block, type PageBlocks } from './page-blocks.ts'

/** A document from which less is kept may have teasers. */
const MIN_DOCUMENT_SHARE = 0.6
const MIN_REST_SCORE = 0.15
const MAX_REST_LINK_SHARE = 0.3
/** Of code and tables, of a long paragraph below a kept one, and of a line above kept text that ends with a colon. */
const MIN_SURE_REST_SCORE = 0.1
/** The last paragraph of a page has a low score, because a footer is near. A notice is shorter. */
const MIN_LONG_WORDS = 40
/** The cells of a table often name the pages of what they list. */
const MAX_TABLE_LINK_SHARE = 0.5
/** Lower than any heading. */
const TEXT_LEVEL = 9

/**
 * Changes `kept`: adds the text within the element around all that is kept and in the sections beside it, and to lists
 * of links with text, or below a kept line that ends with a colon, the items that are links alone.
 */
export function keepRest({ blocks, measures }: PageBlocks, scores: readonly number[], kept: boolean[]) {
  const elements = [...measures.keys()]
  const isText = blocks.map(mayBeText)
  const weights = blocks.map(({ words }, index) => (isText[index] && kept[index] ? words : 0))
  const words = blocks.reduce((sum, block, index) => sum + (isText[index] ? block.words : 0), 0)
  if (weights.reduce((sum, weight) => sum + weight, 0) < words * MIN_DOCUMENT_SHARE) return
  const container = smallestContainer(blocks, elements, { weights, share: 1 })
  if (!container) return
  const within = elementsWithin(container, elements)
  for (const element of sectionsBeside(container, blocks, elements)) within.add(element)
  /** The level of the heading below, if its section has text. */
  let levelBelow = 0
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    if (!block) continue
    const level = headingLevel(block) || TEXT_LEVEL
    const continues = block.words >= MIN_LONG_WORDS && kept[index - 1] === true && isBeside(block, blocks[index - 1])
    const isSure = continues || isCodeOrTable(block) || (kept[index + 1] === true && block.text.endsWith(':'))
    const minScore = isSure ? MIN_SURE_REST_SCORE : MIN_REST_SCORE
    const isRest = isText[index] === true && within.has(block.owner) && (scores[index] ?? 0) >= minScore
    // A heading without text below it is that of links.
    if (isRest && (level >= TERM_LEVEL || levelBelow > level)) kept[index] = true
    if (level === TEXT_LEVEL ? kept[index] : levelBelow > level) levelBelow = level
  }
  const lists = blocks.map(({ owner }) => (within.has(owner) ? listAround(owner) : null))
  // Text without a link is beside links to the next and the last page.
  const hasLinkInText = ({ linkWords }: Block, index: number) => linkWords > 0 && isText[index] && kept[index]
  const listsOfLinks = new Set(lists.filter((_, index) => blocks[index] && hasLinkInText(blocks[index], index)))
  const isIntroduced = (list: HtmlElement | null, index: number) =>
    list !== null && lists[index - 1] !== list && kept[index - 1] === true && blocks[index - 1]?.text.endsWith(':')
  const introduced = new Set(lists.filter(isIntroduced))
  for (const [index, list] of lists.entries()) {
    const isRest = list && blocks[index]?.buttonWords === 0
    const minScore = introduced.has(list) ? MIN_SURE_REST_SCORE : MIN_REST_SCORE
    if (!isRest || (scores[index] ?? 0) < minScore) continue
    if (listsOfLinks.has(list) || introduced.has(list)) kept[index] = true
  }
}

const isBeside = ({ owner }: Block, other: Block | undefined) =>
  other?.owner.tag === owner.tag && other.owner.parent === owner.parent

/** The list of an item, which may be a paragraph in it. */
function listAround(owner: HtmlElement): HtmlElement | null {
  const item = owner.tag === 'li' ? owner : owner.parent
  return item?.tag === 'li' ? item.parent : null
}

function mayBeText(block: Block): boolean {
  const maxLinkShare = isCodeOrTable(block) ? MAX_TABLE_LINK_SHARE : MAX_REST_LINK_SHARE
  return block.buttonWords === 0 && block.linkWords <= block.words * maxLinkShare
}

/** The siblings of `container` that begin with a heading, and all in them. `elements` lists parents before children. */
function sectionsBeside(
  container: HtmlElement,
  blocks: readonly Block[],
  elements: readonly HtmlElement[],
): Set<HtmlElement> {
  const siblings = container.parent?.children ?? []
  const siblingAround = new Map<HtmlElement, HtmlElement>()
  for (const sibling of siblings) if (typeof sibling === 'object') siblingAround.set(sibling, sibling)
  for (const element of elements) {
    const sibling = element.parent && siblingAround.get(element.parent)
    if (sibling) siblingAround.set(element, sibling)
  }
  const beginsWithHeading = new Map<HtmlElement, boolean>()
  for (const block of blocks) {
    const sibling = siblingAround.get(block.owner)
    if (sibling && !beginsWithHeading.has(sibling)) beginsWithHeading.set(sibling, isHeading(block))
  }
  const isInSection = (element: HtmlElement) => beginsWithHeading.get(siblingAround.get(element) ?? element) === true
  return new Set(elements.filter(isInSection))
}

const isHeading = (block: Block) => headingLevel(block) > 0 && headingLevel(block) < TERM_LEVEL
