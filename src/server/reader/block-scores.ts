/**
 * How likely a block belongs to what its page is about: boosted decision trees over the numbers of block-features.ts.
 * The trees were grown by bench/train-main-text.ts from pages in which people had marked the main text.
 */
import model from './main-text-model.json' with { type: 'json' }
import { FEATURES } from './block-features.ts'

/** A tree as rows [feature, threshold, row when below, row when not]; a leaf is [its value]. */
export type Trees = { base: number; trees: number[][][] }

/** One probability for each row of `rows`. */
export function scoreBlocks(rows: Float32Array, { base, trees }: Trees = model): number[] {
  const scores: number[] = []
  for (let offset = 0; offset < rows.length; offset += FEATURES) {
    let sum = base
    for (const tree of trees) sum += leafOf(tree, rows, offset)
    scores.push(1 / (1 + Math.exp(-sum)))
  }
  return scores
}

function leafOf(tree: readonly number[][], rows: Float32Array, offset: number): number {
  let node = tree[0] ?? []
  while (node.length > 1) {
    const [feature = 0, threshold = 0, below = 0, above = 0] = node
    node = tree[(rows[offset + feature] ?? 0) < threshold ? below : above] ?? []
  }
  return node[0] ?? 0
}
