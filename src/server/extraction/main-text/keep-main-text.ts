/** Keeps the main text of a page and removes menus, notices, sidebars, advertisements and lists of other pages. */
import { removeConsentNotices } from './consent-notices.ts'
import { demoteSecondarySections } from './demote-secondary-sections.ts'
import { dropLinkLists } from './drop-link-lists.ts'
import { dropCopies } from './drop-copies.ts'
import { keepFacts } from './keep-facts.ts'
import { keepRest } from './keep-rest.ts'
import { scoreBlocks } from './score-blocks.ts'
import { markAccordions } from '#server/extraction/html/mark-accordions.ts'
import { placeStreamed } from '#server/extraction/html/place-streamed.ts'
import { removeHidden } from '#server/extraction/html/remove-hidden.ts'
import { textLength, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'
import type { HtmlTree } from '#server/extraction/html/parse-html.ts'
import {
  headingLevel,
  isCodeOrTable,
  isProse,
  listBlocks,
  SUMMARY_LEVEL,
  type Block,
  type PageBlocks,
} from './page-blocks.ts'
import { isDocument, type PageKind } from './page-kind.ts'
import { elementsWithin, smallestContainer } from './container.ts'

/** A page with fewer words is kept whole except for links. */
const SHORT_PAGE_WORDS = 60
/** Prose of this length, code and tables are kept from this score on. */
const SUBSTANCE_WORDS = 40
const SUBSTANCE_MIN_SCORE = 0.2
/** With a larger share of links, they are lists of links. */
const SUBSTANCE_MAX_LINK_SHARE = 0.2
/** A block needs only this share of the minimum score when nearly all text around it is kept. */
const SUPPORTED_SCORE_SHARE = 0.6
const SUPPORT_REACH_BLOCKS = 4
const SUPPORT_KEPT_SHARE = 0.85
/** A section with fewer words says little about its heading. */
const MIN_SECTION_WORDS = 10

/**
 * Removes everything but the main text from `tree` in place.
 * @param isOwnAddress whether a link leads to the page itself
 * @returns the expected F-measure of the choice, 0 to 1; 1 for a page that is too short to choose from
 */
export function keepMainText(tree: HtmlTree, kind: PageKind, isOwnAddress: (href: string) => boolean): number {
  const { body, head } = tree
  keepVisible(tree, kind)
  const page = listBlocks(body)
  const scores = scoreBlocks(page, body, head.title, kind)
  demote(page, scores, kind)
  // Only now: the scores were learned from pages with their notices.
  const removed = removeConsentNotices(body)
  const isLeft = page.blocks.map(({ owner }) => !removed.has(owner))
  const blocks = page.blocks.filter((_, index) => isLeft[index])
  const scoresLeft = scores.filter((_, index) => isLeft[index])
  const { kept, confidence } = chooseBlocks(blocks, scoresLeft)
  completeChoice({ blocks, measures: page.measures }, scoresLeft, kept, kind)
  dropLinkLists(blocks, kept, isOwnAddress)
  for (const [index, { owner, from, to }] of blocks.entries()) {
    if (!kept[index]) owner.children.fill('', from, to)
  }
  return confidence
}

/** Changes the tree to what visitors see, without landmarks. */
export function keepVisible({ body, streamed }: HtmlTree, kind: PageKind) {
  // On other pages, what the server sends last is as often offers and recommendations.
  if (kind.article && !kind.product && !kind.business) placeStreamed(streamed)
  removeHidden(body)
  markAccordions(body)
}

/** Lowers the scores of blocks that are secondary because of their place in the page. */
export function demote(page: PageBlocks, scores: number[], kind: PageKind) {
  demoteSecondarySections(page, scores, kind)
  demoteOutsideContainer(page, scores, kind)
}

export type Choice = {
  /** Whether each block is kept. */
  kept: boolean[]
  /** The expected F-measure of the choice before its exceptions; 1 for a short page. */
  confidence: number
}

/** Chooses the blocks with the greatest expected F-measure, and some more that its threshold would tear out. */
export function chooseBlocks(blocks: readonly Block[], scores: readonly number[]): Choice {
  const { minScore, fMeasure } = bestThreshold(blocks, scores)
  const totalWords = blocks.reduce((sum, { words }) => sum + words, 0)
  const isShortPage = totalWords < SHORT_PAGE_WORDS
  const chosen = blocks.map((block, index) => {
    const needed = isSubstance(block) ? Math.min(minScore, SUBSTANCE_MIN_SCORE) : minScore
    return (scores[index] ?? 0) >= needed || (isShortPage && (block.linkWords < block.words || isContact(block)))
  })
  const kept = blocks.map((block, index) => {
    const isNearlyChosen = (scores[index] ?? 0) >= minScore * SUPPORTED_SCORE_SHARE || isContact(block)
    return chosen[index] || (isNearlyChosen && isSupported(blocks, chosen, index))
  })
  return { kept, confidence: isShortPage ? 1 : fMeasure }
}

/** Changes `kept` by what the text of blocks does not show: the rest of a document, headings, copies. */
export function completeChoice(page: PageBlocks, scores: number[], kept: boolean[], kind: PageKind) {
  const { blocks } = page
  if (isDocument(kind)) keepRest(page, scores, kept)
  keepFacts(blocks, scores, kept, kind)
  // In a forum, a heading above a post is often the rank of its author.
  if (!kind.forum) keepHeadings(blocks, kept, kind)
  dropCopies(blocks, kept, kind)
}

/** True if all links are email addresses or phone numbers, which are facts of the page, not links to another one. */
function isContact({ owner, from, to }: Block): boolean {
  const links = owner.children.slice(from, to).flatMap(linksIn)
  for (const around of [owner, owner.parent]) if (around?.tag === 'a') links.push(around)
  return links.length > 0 && links.every(({ attributes }) => CONTACT.test(attributes['href'] ?? ''))
}

function linksIn(node: HtmlNode): HtmlElement[] {
  if (typeof node === 'string') return []
  return node.tag === 'a' ? [node] : node.children.flatMap(linksIn)
}

const CONTACT = /^\s*(?:mailto|tel):/i

/**
 * With p the probability that a block of w words is main text, picks the minimum probability that maximizes
 * F = 2·Σ kept p·w / (Σ kept w + Σ p·w), which is the F-measure with the unknown truth replaced by its expectation.
 */
function bestThreshold(blocks: readonly Block[], scores: readonly number[]): { minScore: number; fMeasure: number } {
  const likeliestFirst = blocks
    .map((block, index) => ({ words: block.words, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
  /** Words of main text on the page, and of it in the blocks kept so far: both expected. */
  const expected = likeliestFirst.reduce((sum, { words, score }) => sum + words * score, 0)
  let expectedKept = 0
  let keptWords = 0
  let best = { minScore: 1, fMeasure: 0 }
  for (const { words, score } of likeliestFirst) {
    keptWords += words
    expectedKept += words * score
    const fMeasure = (2 * expectedKept) / (keptWords + expected)
    if (fMeasure > best.fMeasure) best = { minScore: score, fMeasure }
  }
  return best
}

/** True for a block without links to other pages whose neighbors are kept: a short definition, a term, a step. */
function isSupported(blocks: readonly Block[], chosen: readonly boolean[], index: number): boolean {
  const block = blocks[index]
  const isLink = block && block.linkWords > block.words / 2 && !isContact(block)
  if (!block || isLink || block.buttonWords > 0) return false
  let wordsAround = 0
  let keptAround = 0
  const first = Math.max(0, index - SUPPORT_REACH_BLOCKS)
  const last = Math.min(blocks.length - 1, index + SUPPORT_REACH_BLOCKS)
  for (let near = first; near <= last; near++) {
    if (near === index) continue
    const words = blocks[near]?.words ?? 0
    wordsAround += words
    if (chosen[near]) keptAround += words
  }
  return keptAround >= wordsAround * SUPPORT_KEPT_SHARE
}

/**
 * Keeps the headings and terms of kept texts: without its heading, a section would be part of the one above. What is
 * above the first text is left as it is, because it is the title or a subtitle. In a document this is only the first
 * heading: a table of contents may follow, and then the heading of the first section.
 */
function keepHeadings(blocks: readonly Block[], kept: boolean[], kind: PageKind) {
  const isText = (block: Block, index: number) => kept[index] && isProse(block) && headingLevel(block) === 0
  const isHeading = (block: Block) => headingLevel(block) > 0 && headingLevel(block) < SUMMARY_LEVEL
  const titleEnd = blocks.findIndex(isDocument(kind) ? isHeading : isText)
  if (titleEnd === -1) return
  let words = 0
  let keptWords = 0
  /** The level of the next heading below if it is kept, else 0. */
  let levelBelow = 0
  for (let index = blocks.length - 1; index > titleEnd; index--) {
    const block = blocks[index]
    if (!block) continue
    const level = headingLevel(block)
    if (level === 0) {
      if (kept[index]) keptWords += block.words
      // Links that are dropped, such as the category above the next card, are no text of the section.
      if (kept[index] || block.linkWords < block.words) words += block.words
      continue
    }
    const isSectionKept = keptWords >= MIN_SECTION_WORDS && keptWords >= words * SUPPORT_KEPT_SHARE
    const hasKeptSubsection = levelBelow > level && keptWords === words
    // The heading of a card leads to another page, as a term may, which has its explanation here.
    const isOfCard = block.owner.tag !== 'dt' && linksToOtherPage(block.owner)
    if ((isSectionKept || hasKeptSubsection) && !isOfCard) kept[index] = true
    levelBelow = kept[index] ? level : 0
    words = 0
    keptWords = 0
  }
}

/** True for a heading with a link; not for one back to the table of contents of its page, or whose text is removed. */
function linksToOtherPage(element: HtmlElement): boolean {
  const { tag, attributes, children } = element
  if (tag === 'a' && !/^\s*#/.test(attributes['href'] ?? '#') && textLength(element) > 0) return true
  return children.some((child) => typeof child === 'object' && linksToOtherPage(child))
}

/**
 * Prose, code and tables are removed only on strong evidence: a missing answer costs more than some superfluous text.
 */
function isSubstance(block: Block): boolean {
  if (block.linkWords > block.words * SUBSTANCE_MAX_LINK_SHARE) return false
  if (isCodeOrTable(block)) return true
  return block.words >= SUBSTANCE_WORDS && /[.!?。！？]["'”’)]?$/.test(block.text)
}

/** A block above it is more likely main text than not. */
const MIN_LIKELY_SCORE = 0.5
/** The container of an article holds this share of the likely prose. */
const CONTAINER_SHARE = 0.8
/** With fewer words of likely prose, the element that holds them says little. */
const MIN_CONTAINER_WORDS = 100
const OUTSIDE_CONTAINER_FACTOR = 0.1

/** Lowers the scores of blocks outside the container of an article. */
function demoteOutsideContainer({ blocks, measures }: PageBlocks, scores: number[], kind: PageKind) {
  // The posts of a forum and the panels of a product page are often siblings without a container of their own.
  if (!kind.article || kind.product || kind.forum) return
  const weights = blocks.map((block, index) => {
    const score = scores[index] ?? 0
    return isProse(block) && score > MIN_LIKELY_SCORE ? block.words * score : 0
  })
  if (weights.reduce((sum, weight) => sum + weight, 0) < MIN_CONTAINER_WORDS) return
  const elements = [...measures.keys()]
  const container = smallestContainer(blocks, elements, { weights, share: CONTAINER_SHARE })
  if (!container) return
  const within = elementsWithin(container, elements)
  for (const [index, { owner }] of blocks.entries()) {
    if (!within.has(owner)) scores[index] = (scores[index] ?? 0) * OUTSIDE_CONTAINER_FACTOR
  }
}
