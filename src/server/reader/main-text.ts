/** Keeps of a page what it is about, and drops menus, notices, sidebars, advertisements and lists of other pages. */
import { lowerAnnexes } from './annexes.ts'
import { describeInBatches } from './block-features.ts'
import { scoreBlocks } from './block-scores.ts'
import { removeHidden } from './hidden.ts'
import type { HtmlElement } from './html-element.ts'
import type { HtmlTree } from './html-tree.ts'
import { listBlocks, type Block } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'

const BATCH_BLOCKS = 2_000
/** A page with less text than this has no room for much beside its point. */
const SHORT_PAGE_WORDS = 60
const PROSE_WORDS = 40
const SUBSTANCE_CUT = 0.2
/** How much of the cut suffices where nearly all text around is kept. */
const SUPPORTED_SHARE = 0.3
const SUPPORT_REACH = 4
const SUPPORT_SHARE = 0.85
/** Shorter blocks repeat by their nature. */
const COPY_WORDS = 10

/** Takes everything but the main text out of `tree`, in place. */
export function keepMainText({ body, head }: HtmlTree, kind: PageKind) {
  removeHidden(body)
  const page = listBlocks(body)
  const scores: number[] = []
  for (const rows of describeInBatches(page, body, head.title, kind, BATCH_BLOCKS)) {
    for (const score of scoreBlocks(rows)) scores.push(score)
  }
  lowerAnnexes(page.blocks, scores, kind)
  const kept = chooseBlocks(page.blocks, scores)
  for (const [at, block] of page.blocks.entries()) if (!kept[at]) block.owner.children.fill('', block.from, block.to)
}

/**
 * Chooses the blocks that make the best expected agreement with the main text. Keeping a block of w words that is main
 * text with probability p adds p·w to what is right; of all cuts by probability, the one is taken for which
 * F = 2·Σ kept p·w / (Σ kept w + Σ p·w) is greatest (the F-measure, with the unknown truth replaced by its expectation).
 */
export function chooseBlocks(blocks: readonly Block[], scores: readonly number[]): boolean[] {
  const order = blocks
    .map((block, at) => ({ words: block.words, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
  const expected = order.reduce((sum, { words, score }) => sum + words * score, 0)
  let words = 0
  let right = 0
  let best = 0
  let cut = 1
  for (const block of order) {
    words += block.words
    right += block.words * block.score
    const agreement = (2 * right) / (words + expected)
    if (agreement <= best) continue
    best = agreement
    cut = block.score
  }
  const short = words < SHORT_PAGE_WORDS
  const firstAt = new Map<string, number>()
  for (const [at, block] of blocks.entries()) if (!firstAt.has(block.text)) firstAt.set(block.text, at)
  const chosen = blocks.map((block, at) => {
    const score = scores[at] ?? 0
    return (
      score >= (isSubstance(block) ? Math.min(cut, SUBSTANCE_CUT) : cut) || (short && block.linkWords < block.words)
    )
  })
  return blocks.map((block, at) => {
    const kept = chosen[at] || ((scores[at] ?? 0) >= cut * SUPPORTED_SHARE && isSupported(blocks, chosen, at))
    return kept && !isCopy(blocks, at, firstAt.get(block.text) ?? at)
  })
}

/** True for a block of words, not links, in the midst of what is kept: a short definition, a term, a step. */
function isSupported(blocks: readonly Block[], chosen: readonly boolean[], at: number): boolean {
  const block = blocks[at]
  if (!block || block.linkWords > block.words / 2 || block.buttonWords > 0) return false
  let words = 0
  let kept = 0
  for (let near = Math.max(0, at - SUPPORT_REACH); near <= Math.min(blocks.length - 1, at + SUPPORT_REACH); near++) {
    if (near === at) continue
    words += blocks[near]?.words ?? 0
    if (chosen[near]) kept += blocks[near]?.words ?? 0
  }
  return kept >= words * SUPPORT_SHARE
}

/**
 * True for a paragraph that stood further up beside the same neighbour (a copy for phones, or in a second tab), and for
 * one that a later post quotes. Alike paragraphs elsewhere stay: a manual says the same of two settings.
 */
function isCopy(blocks: readonly Block[], at: number, first: number): boolean {
  const block = blocks[at]
  if (first === at || !block || block.words < COPY_WORDS || isWhole(block)) return false
  const beside = (step: number) =>
    blocks[at + step] !== undefined && blocks[at + step]?.text === blocks[first + step]?.text
  return beside(-1) || beside(1) || isQuoted(block.owner)
}

function isQuoted(owner: HtmlElement): boolean {
  for (let up: HtmlElement | null = owner, steps = 0; up && steps < 6; up = up.parent, steps++) {
    if (up.tag === 'blockquote' || /quote/i.test(up.attributes['class'] ?? '')) return true
  }
  return false
}

// Whole sentences, code and tables are left out only on good evidence: a lost answer costs more than some text too many.
function isSubstance(block: Block): boolean {
  if (block.linkWords > block.words * 0.2) return false
  if (isWhole(block)) return true
  return block.words >= PROSE_WORDS && /[.!?。！？]["'”’)]?$/.test(block.text)
}

function isWhole({ owner, from, to }: Block): boolean {
  const only = to - from === 1 ? owner.children[from] : undefined
  return typeof only === 'object' && (only.tag === 'pre' || only.tag === 'table')
}
