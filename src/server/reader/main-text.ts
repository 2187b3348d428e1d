/** Keeps of a page what it is about, and drops menus, notices, sidebars, advertisements and lists of other pages. */
import { describeBlocks } from './block-features.ts'
import { scoreBlocks } from './block-scores.ts'
import { removeHidden } from './hidden.ts'
import type { HtmlTree } from './html-tree.ts'
import { listBlocks, type Block } from './page-blocks.ts'
import type { PageKind } from './page-kind.ts'

/** A page with less text than this has no room for much beside its point. */
const SHORT_PAGE_WORDS = 60
const PROSE_WORDS = 40

/** Takes everything but the main text out of `tree`, in place. */
export function keepMainText({ body, head }: HtmlTree, kind: PageKind) {
  removeHidden(body)
  const page = listBlocks(body)
  const kept = chooseBlocks(page.blocks, scoreBlocks(describeBlocks(page, body, head.title, kind)))
  for (const [at, block] of page.blocks.entries()) if (!kept[at]) block.owner.children.fill('', block.from, block.to)
}

/**
 * Chooses the blocks that make the best expected agreement with the main text. Keeping a block of w words that is main
 * text with probability p adds p·w to what is right; of all cuts by probability, the one is taken for which
 * F = 2·Σ kept p·w / (Σ kept w + Σ p·w) is greatest (the F-measure, with the unknown truth replaced by its expectation).
 */
export function chooseBlocks(blocks: readonly Block[], scores: readonly number[]): boolean[] {
  const order = blocks.map((block, at) => ({ words: block.words, score: scores[at] ?? 0 })).sort((a, b) => b.score - a.score)
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
  return blocks.map((block, at) => (scores[at] ?? 0) >= cut || isProse(block) || (short && block.linkWords < block.words))
}

// Whole sentences are never left out unless they are links: a lost answer costs more than a sentence too many.
function isProse(block: Block): boolean {
  return block.words >= PROSE_WORDS && block.linkWords < block.words * 0.2 && /[.!?。！？]["'”’)]?$/.test(block.text)
}
